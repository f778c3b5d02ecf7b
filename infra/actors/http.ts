/** A complete clear-aligner order, as its sections and files are sent: what every walk starts from. */
import { slots } from '#events/case/options.ts';
import type { SectionName } from '#events/case/sections.ts';
import { alignerOrder } from '#events/script/orders.ts';
import type { Client } from '../testing/client.ts';
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
  let shade = 0;
  for (const slot of slots.photo)
    await attached(doctor, png(64, 48, 40 + 20 * shade++), {
      caseId,
      kind: 'photo',
      slot,
      filename: `${slot}.png`,
    });
  await attached(doctor, png(80, 60, 10), {
    caseId,
    kind: 'radiograph',
    slot: 'lateral',
    filename: 'lateral.png',
  });
  if (options.models !== false)
    for (const slot of ['upper', 'lower'] as const)
      await attached(doctor, smallArch(slot === 'upper' ? 5 : -5), {
        caseId,
        kind: 'stl',
        slot,
        filename: `${slot}.stl`,
      });
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

/** Takes an action, and is sure of it. @returns the position it reached */
export async function did(
  person: Client,
  caseId: string,
  action: string,
  input: unknown = {},
): Promise<string> {
  const done = await person.act(caseId, action, input);
  if (done.code !== 0) throw new Error(`${action} on ${caseId}: ${done.http} ${done.text}`);
  return done.position ?? '';
}
