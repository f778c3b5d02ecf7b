/** People who act over HTTP: drafts, files, and every action of the table with the script's input. */
import type { NamedAction } from '#events/case/decider.ts';
import { type Slot, slots } from '#events/case/options.ts';
import type { Action } from '#events/case/rules.ts';
import type { SectionName } from '#events/case/sections.ts';
import { type FileRequest, factsAt } from '#events/script/inputs.ts';
import { alignerOrder, parcel } from '#events/script/orders.ts';
import { constantRandom, type Random } from '#events/script/random.ts';
import { inputWithFiles } from '#events/script/script.ts';
import { patientName } from '#events/script/sections.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import type { Answer, Client } from '../testing/client.ts';
import { zip } from '../testing/generate/archive.ts';
import { png } from '../testing/generate/image.ts';
import { smallArch } from '../testing/models.ts';

export type Sections = Partial<Record<SectionName, object>>;

type DraftOptions = {
  /** Override `alignerOrder`, section by section. */
  sections?: Sections;
  /** False: the records without models, which the server measures and draws. */
  models?: boolean;
  /** False: the answers alone. */
  files?: boolean;
};

/** A new draft with all sections; photos, a radiograph and models are attached as asked. */
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

/** Brings a draft to where it can be submitted, as `draftCase` does. */
export async function completeDraft(
  doctor: Client,
  caseId: string,
  options: DraftOptions = {},
): Promise<void> {
  for (const [name, value] of Object.entries({ ...alignerOrder, ...options.sections })) {
    const saved = await doctor.put(`/api/cases/${caseId}/${name}`, value);
    if (saved.code !== 0) throw new Error(`${name}: ${saved.text}`);
  }
  if (options.files === false) return;
  for (const slot of slots.photo) await bring(doctor, caseId, { kind: 'photo', slot });
  await bring(doctor, caseId, { kind: 'radiograph', slot: 'lateral' });
  if (options.models !== false)
    for (const slot of ['upper', 'lower'] as const) await bring(doctor, caseId, { kind: 'stl', slot });
}

const photoSlots: readonly (Slot | null)[] = slots.photo;

/** Small files of each kind; no two photos of a case are alike. */
function fileOf({ kind, slot, stages }: FileRequest): { filename: string; bytes: Buffer } {
  const name = slot ?? kind;
  if (kind === 'photo')
    return { filename: `${name}.png`, bytes: png(64, 48, 40 + 20 * photoSlots.indexOf(slot)) };
  if (kind === 'radiograph') return { filename: `${name}.png`, bytes: png(80, 60, 10) };
  if (kind === 'stl') return { filename: `${name}.stl`, bytes: smallArch(slot === 'upper' ? 5 : -5) };
  if (kind !== 'plan') return { filename: `${name}.zip`, bytes: zip() };
  const plan = { upperStages: stages?.upper, lowerStages: stages?.lower };
  return { filename: 'plan.json', bytes: Buffer.from(JSON.stringify(plan)) };
}

/** Uploads a file that an input names; returns its id. */
async function bring(person: Client, caseId: string, wish: FileRequest): Promise<string> {
  const { bytes, filename } = fileOf(wish);
  const { kind, slot } = wish;
  return attached(person, bytes, { caseId, kind, ...(slot && { slot }), filename });
}

/** Uploads, and is sure of it. @returns the file's id */
export async function attached(
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

/** A person, a case, and as much of the case as a list's row says. */
type Doing = { client: Client; row: Pick<CaseListItem, 'caseId' | 'status' | 'assignee'>; random: Random };

const inputFor = (action: NamedAction, { client, row, random }: Doing) =>
  inputWithFiles(
    action,
    factsAt(row.status),
    {
      random,
      today: new Date().toISOString().slice(0, 10),
      technicians: technicians.filter(id => id !== row.assignee?.id),
    },
    wish => bring(client, row.caseId, wish),
  );

/** Saves a section of a draft: another name, another courier, or the order's own. */
const edit = ({ client, row, random }: Doing): Promise<Answer> => {
  const { patient, data } = alignerOrder;
  const [section, value] = random.pick<[string, object]>([
    ...Object.entries({ ...alignerOrder, patient: { ...patient, name: patientName(random) } }),
    ['data', { ...data, courier: parcel.courier }],
    ['data', { ...data, ...parcel }],
  ]);
  return client.put(`/api/cases/${row.caseId}/${section}`, value);
};

/** Takes an action that a row offers. The case may refuse it: a row does not say all that an input has to fit. */
export const take = async (doing: Doing, action: Action): Promise<Answer> =>
  action === 'edit' ? edit(doing) : doing.client.act(doing.row.caseId, action, await inputFor(action, doing));

/**
 * Takes an action, and is sure of it.
 * @param input default the script's, as for a case whose treatment is over
 * @returns the position it reached
 */
export async function did(
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
