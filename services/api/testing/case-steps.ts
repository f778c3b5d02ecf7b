/** Common first steps of tests: a complete draft, an accepted case. */
import { slots } from '#events/case/options.ts';
import { sectionNames } from '#events/case/sections.ts';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import type { TestPersonName, TestServer } from './test-server.ts';

let counter = 0;

/** Creates a case of a doctor. */
export async function createCase(bench: TestServer, as: TestPersonName = 'doctor'): Promise<string> {
  const { data } = await bench.post<{ caseId: string }>('/api/cases', { as, body: {} });
  return data.caseId;
}

/** Attaches a file like a finished upload. */
export async function attachFile(
  bench: TestServer,
  caseId: string,
  kind: 'photo' | 'radiograph' | 'stl',
  slot: string,
) {
  const state = await bench.deps.streams.load(caseId);
  const owner = (await bench.deps.people.current()).people.get(state.ownerId);
  if (!owner) throw new Error('no owner');
  counter += 1;
  const id = `f-${counter}`;
  const sha256 = counter.toString(16).padStart(64, '0');
  const mime = kind === 'stl' ? 'model/stl' : 'image/png';
  const viewer = { id: owner.id, position: owner.position, orgId: owner.orgId, serves: owner.serves };
  // Cast: the slots come from the table of slots.
  const upload = { id, kind, slot: slot as 'upper', sha256, size: 684, mime, name: `${slot}.bin` };
  const { position } = await bench.deps.perform.attach(viewer, {
    caseId,
    commandId: crypto.randomUUID(),
    upload,
  });
  await bench.deps.models.reached(position, 120_000);
  return id;
}

async function fillSections(bench: TestServer, caseId: string, as: TestPersonName = 'doctor'): Promise<void> {
  for (const section of sectionNames)
    await bench.put(`/api/cases/${caseId}/${section}`, { as, body: sampleAlignerOrder[section] });
}

/** Creates a draft at 9: sections, photos, one radiograph, both models. */
export async function completeDraft(bench: TestServer, as: TestPersonName = 'doctor'): Promise<string> {
  const caseId = await createCase(bench, as);
  await fillSections(bench, caseId, as);
  for (const slot of slots.photo) await attachFile(bench, caseId, 'photo', slot);
  await attachFile(bench, caseId, 'radiograph', 'panoramic');
  await attachFile(bench, caseId, 'stl', 'upper');
  await attachFile(bench, caseId, 'stl', 'lower');
  return caseId;
}

/** Runs an action by its name. */
export const performAction = (
  bench: TestServer,
  as: TestPersonName,
  caseId: string,
  action: string,
  body: unknown = {},
) => bench.post<{ status: number }>(`/api/cases/${caseId}/actions/${action}`, { as, body });
