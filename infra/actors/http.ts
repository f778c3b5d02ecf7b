/**
 * Test users that act over HTTP: they create drafts, upload files and send each action with the script's
 * input.
 */
import type { NamedAction } from '#events/case/decider.ts';
import { type Slot, slots } from '#events/case/options.ts';
import type { Action } from '#events/case/rules.ts';
import type { SectionName } from '#events/case/sections.ts';
import { type FileRequest, inputFactsAt } from '#events/script/inputs.ts';
import { sampleAlignerOrder, sampleParcel } from '#events/script/orders.ts';
import { constantRandom, type Random } from '#events/script/random.ts';
import { inputWithFiles } from '#events/script/script.ts';
import { randomPatientName } from '#events/script/sections.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import type { ApiAnswer, Client } from '../testing/client.ts';
import { createZip } from '../testing/generate/archive.ts';
import { createPng } from '../testing/generate/image.ts';
import { createSmallArchStl } from '../testing/models.ts';

export type CaseSectionValues = Partial<Record<SectionName, object>>;

type DraftOptions = {
  /** Sections that override `sampleAlignerOrder`. */
  sections?: CaseSectionValues;
  /** False: records without models. Models are slow, because the server measures and draws them. */
  models?: boolean;
  /** False: sections only, without files. */
  files?: boolean;
};

/** Creates a draft with all sections and, unless disabled, photos, a radiograph and models. */
export async function draftCase(
  doctor: Client,
  options: DraftOptions & { doctorId?: string } = {},
): Promise<string> {
  const made = await doctor.post<{ caseId: string }>(
    '/api/cases',
    options.doctorId ? { doctorId: options.doctorId } : {},
  );
  const { caseId } = made.data;
  await completeDraft(doctor, caseId, options);
  return caseId;
}

/** Fills a draft until it can be submitted. See `draftCase`. */
export async function completeDraft(
  doctor: Client,
  caseId: string,
  options: DraftOptions = {},
): Promise<void> {
  for (const [name, value] of Object.entries({ ...sampleAlignerOrder, ...options.sections })) {
    const saved = await doctor.put(`/api/cases/${caseId}/${name}`, value);
    if (saved.code !== 0) throw new Error(`${name}: ${saved.text}`);
  }
  if (options.files === false) return;
  for (const slot of slots.photo) await uploadWished(doctor, caseId, { kind: 'photo', slot });
  await uploadWished(doctor, caseId, { kind: 'radiograph', slot: 'lateral' });
  if (options.models !== false)
    for (const slot of ['upper', 'lower'] as const) await uploadWished(doctor, caseId, { kind: 'stl', slot });
}

const photoSlots: readonly (Slot | null)[] = slots.photo;

/** A small file of each kind. All photos of a case differ. */
function fileOf({ kind, slot, stages }: FileRequest): { filename: string; bytes: Buffer } {
  const name = slot ?? kind;
  if (kind === 'photo')
    return { filename: `${name}.png`, bytes: createPng(64, 48, 40 + 20 * photoSlots.indexOf(slot)) };
  if (kind === 'radiograph') return { filename: `${name}.png`, bytes: createPng(80, 60, 10) };
  if (kind === 'stl')
    return { filename: `${name}.stl`, bytes: createSmallArchStl(slot === 'upper' ? 5 : -5) };
  if (kind !== 'plan') return { filename: `${name}.zip`, bytes: createZip() };
  const plan = { upperStages: stages?.upper, lowerStages: stages?.lower };
  return { filename: 'plan.json', bytes: Buffer.from(JSON.stringify(plan)) };
}

/** Uploads the file that an input refers to. @returns the file's id */
async function uploadWished(person: Client, caseId: string, wish: FileRequest): Promise<string> {
  const { bytes, filename } = fileOf(wish);
  const { kind, slot } = wish;
  return uploadFile(person, bytes, { caseId, kind, ...(slot && { slot }), filename });
}

/** Uploads a file. @returns its id @throws Error if the upload is refused */
export async function uploadFile(
  person: Client,
  bytes: Uint8Array,
  target: Parameters<Client['upload']>[1],
): Promise<string> {
  const done = await person.upload(bytes, target);
  if (done.http >= 300)
    throw new Error(`upload of ${target.kind} ${target.slot ?? ''} was refused: ${done.http} ${done.code}`);
  return done.id;
}

const technicians = ['p-technician', 'p-technician2'];

/** A user, a case as a list row, and a random generator for the input. */
type Doing = { client: Client; row: Pick<CaseListItem, 'caseId' | 'status' | 'assignee'>; random: Random };

const inputFor = (action: NamedAction, { client, row, random }: Doing) =>
  inputWithFiles(
    action,
    inputFactsAt(row.status),
    {
      random,
      today: new Date().toISOString().slice(0, 10),
      technicians: technicians.filter(id => id !== row.assignee?.id),
    },
    wish => uploadWished(client, row.caseId, wish),
  );

/** Saves one section of a draft: another patient name, another courier, or the script's value. */
const edit = ({ client, row, random }: Doing): Promise<ApiAnswer> => {
  const { patient, data } = sampleAlignerOrder;
  const [section, value] = random.pick<[string, object]>([
    ...Object.entries({ ...sampleAlignerOrder, patient: { ...patient, name: randomPatientName(random) } }),
    ['data', { ...data, courier: sampleParcel.courier }],
    ['data', { ...data, ...sampleParcel }],
  ]);
  return client.put(`/api/cases/${row.caseId}/${section}`, value);
};

/**
 * Sends an action that a row offers. The case may still refuse it: a row does not show everything that an
 * input depends on.
 */
export const takeOfferedAction = async (doing: Doing, action: Action): Promise<ApiAnswer> =>
  action === 'edit' ? edit(doing) : doing.client.act(doing.row.caseId, action, await inputFor(action, doing));

/**
 * Sends an action.
 * @param input default: the script's input for a case whose treatment is over
 * @returns the log position of the action's events @throws Error if the action is refused
 */
export async function takeAction(
  person: Client,
  caseId: string,
  action: NamedAction,
  input?: unknown,
): Promise<string> {
  const row = { caseId, status: 30, assignee: null } as const;
  const done = await person.act(
    caseId,
    action,
    input ?? (await inputFor(action, { client: person, row, random: constantRandom })),
  );
  if (done.code !== 0) throw new Error(`${action} on ${caseId}: ${done.http} ${done.text}`);
  return done.position ?? '';
}
