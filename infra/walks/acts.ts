/** Any action of the table over HTTP, with an input that the case can take, from what a list row says of it. */

import type { Action } from '#events/case/rules.ts';
import { Status } from '#events/case/status.ts';
import { alignerOrder, parcel } from '#events/script/orders.ts';
import type { Random } from '#events/script/random.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { attached } from '../actors/http.ts';
import type { Answer, Client } from '../testing/client.ts';
import { png } from '../testing/generate/image.ts';
import { smallArch } from '../testing/models.ts';

type Doing = { client: Client; row: CaseListItem; random: Random };
type Input = (doing: Doing) => Promise<unknown> | unknown;

const note = () => ({ note: 'Please look at 37 again.' });
const review: Input = ({ random }) =>
  random.chance(0.75) ? { result: 'approved' } : { result: 'refused', note: '13 的附件太高。' };
const technician: Input = ({ row }) => ({
  technicianId: row.assignee?.id === 'p-technician' ? 'p-technician2' : 'p-technician',
  note: '请接手。',
});

const bundle: Input = async ({ client, row }) => {
  const plan = { name: 'Plan', upperStages: 4, lowerStages: 3 };
  const bytes = Buffer.from(JSON.stringify(plan));
  const file = await attached(client, bytes, { caseId: row.caseId, kind: 'plan', filename: 'plan.json' });
  return { ...plan, files: [file] };
};

const scans: Input = async ({ client, row }) => {
  const files: string[] = [];
  for (const slot of ['upper', 'lower'] as const)
    files.push(await attached(client, smallArch(slot.length), { caseId: row.caseId, kind: 'stl', slot }));
  return { files };
};

const outcome: Input = async ({ client, row }) => {
  const { caseId } = row;
  const photos = [await attached(client, png(64, 48), { caseId, kind: 'photo' })];
  const xrays = [await attached(client, png(64, 48, 9), { caseId, kind: 'radiograph' })];
  const date = new Date().toISOString().slice(0, 10);
  const number = row.status === Status.Suspended ? 3 : row.status === Status.AwaitingNextBatch ? 2 : 1;
  return { outcome: number, date, photos, xrays, retainer: false, models: false };
};

/** Actions without an entry take nothing. */
const inputs: Partial<Record<Action, Input>> = {
  deniedCase: note,
  requestInfo: note,
  answer: note,
  allocateCase: technician,
  reassign: technician,
  scansRecorded: scans,
  submitTarget: bundle,
  submitPlan: bundle,
  targetExpertReview: review,
  targetDoctorReview: review,
  qualityAudit: review,
  confirmDoctor: review,
  recallPlan: note,
  returnToDesign: note,
  batchFailed: note,
  reportLost: note,
  ship: () => parcel,
  refine: () => ({ reason: '13 has not derotated.' }),
  complete: outcome,
};

/** A draft moves by a section that is saved: another name, another prescription. */
const edit = ({ client, row, random }: Doing): Promise<Answer> => {
  const name = random.pick(['张雨桐', '王芳', 'Oliver Grant', '欧阳静']);
  const [section, value] = random.pick([
    ['patient', { ...alignerOrder.patient, name }],
    ['diagnosis', alignerOrder.diagnosis],
    ['prescription', alignerOrder.prescription],
    ['markers', alignerOrder.markers],
    ['data', { ...alignerOrder.data, courier: 2 }],
    ['data', { ...alignerOrder.data, ...parcel }],
  ] as const);
  return client.put(`/api/cases/${row.caseId}/${section}`, value);
};

/** Does one of the actions that a row offers. */
export async function take(doing: Doing, action: Action): Promise<Answer> {
  if (action === 'edit') return edit(doing);
  const input = (await inputs[action]?.(doing)) ?? {};
  return doing.client.act(doing.row.caseId, action, input);
}
