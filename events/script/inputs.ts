/** Inputs that the actions of a walk are asked with: most are good, whatever the case needs. */
import type { CaseState } from '../case/case.ts';
import type { Upload } from '../case/decide.ts';
import { actions, type NamedAction } from '../case/decider.ts';
import { orderedArches } from '../case/draft.ts';
import { type FileKind, type Slot, slots } from '../case/options.ts';
import { rulesOf } from '../case/rules.ts';
import type { Sections } from '../case/sections.ts';
import { Status } from '#events/case/status.ts';
import { beside } from './beside.ts';
import type { Random } from './random.ts';
import { talk } from './talk.ts';

const surnames = ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '单', '欧阳'];
const given = ['伟', '芳', '娜', '秀英', '敏', '静', '磊', '洋', '艳', '勇'];
const latin = ['Oliver Grant', 'Ana Silva', "Sean O'Neil", 'Lena Vogt'];

/** What an action may ask for: random choices, and uploads that exist from then on. */
export type Hand = {
  random: Random;
  /** Seen by `ctx.upload` from now on; its id. */
  upload: (kind: FileKind, slot: Slot | null) => string;
  /** The day it is, yyyy-mm-dd. */
  today: string;
};

export const patientName = ({ pick, chance }: Random) =>
  chance(0.8) ? pick(surnames) + pick(given) : pick(latin);

/** A value for a section; the rest of a half-filled one is left out. */
export const sectionValues: { [S in keyof Sections]: (random: Random) => Sections[S] } = {
  patient: random => ({
    name: patientName(random),
    gender: random.pick([1, 2] as const),
    birthDate: `19${70 + random.below(30)}-0${1 + random.below(9)}-11`,
    address: '天河路 1 号',
    doctor: '王医生',
    clinic: random.pick(['仁爱口腔', '天河诊所', 'Smile Clinic']),
    ...(random.chance(0.5) ? { outsideCaseNumber: `A-${1000 + random.below(9000)}` } : {}),
  }),
  diagnosis: random => ({ flags: [random.pick([92, 93, 97] as const)], bite: 'taken' }),
  prescription: random => ({
    method: 1,
    ...(random.chance(0.7) ? { productType: random.pick([1, 2, 3] as const) } : {}),
    arch: random.pick(['both', 'upper', 'lower'] as const),
    extraction: 'no',
    ipr: 'not-sure',
    anchorage: 'mild',
    midline: 'keep',
    overbite: 'normal',
    overjet: 'mild',
    molarRight: 'neutral',
    molarLeft: 'neutral',
    crowdingRelief: ['expansion'],
    step: 0.2,
    angle: 2,
    overcorrection: 'not-needed',
    attachmentPosition: 'default',
  }),
  markers: () => ({ confirmed: true }),
  data: random => ({
    dataOrderNumber: `DO-${1000 + random.below(9000)}`,
    receiver: '王医生',
    deliveryAddress: {
      consignee: '王医生',
      phone: '13812341234',
      address: '天河路 1 号',
      zip: '510000',
      clinic: '仁爱口腔',
    },
  }),
};

const models = (s: CaseState, { upload }: Hand) =>
  orderedArches(s.sections.prescription).map(arch => upload('stl', arch));

function bundle(_s: CaseState, { random, upload }: Hand) {
  const [upperStages, lowerStages] = [1 + random.below(6), random.below(6)];
  return { name: `Plan ${random.below(100)}`, upperStages, lowerStages, files: [upload('plan', null)] };
}

const review = (_s: CaseState, { random }: Hand) =>
  random.chance(0.75) ? { result: 'approved' } : { result: 'refused', note: '13 的附件太高。' };

function answered(s: CaseState, hand: Hand) {
  const refused = slots.stl.filter(slot => s.request?.defects.some(d => d.slot === slot));
  return { note: '已补齐。', files: refused.map(slot => hand.upload('stl', slot)) };
}

function refusedModels(s: CaseState) {
  const stl = s.files.filter(f => f.kind === 'stl' && f.slot !== null);
  return { defects: stl.slice(0, 1).map(f => ({ fileId: f.id, slot: f.slot, defects: ['not-a-number'] })) };
}

function completed(s: CaseState, hand: Hand) {
  const outcome =
    s.status === Status.Suspended
      ? 3
      : s.status === Status.AwaitingNextBatch
        ? 2 + hand.random.below(3)
        : 1 + hand.random.below(4);
  const photos = [hand.upload('photo', null)];
  return { outcome, date: hand.today, photos, xrays: [hand.upload('radiograph', null)] };
}

const technicianOf = (_s: CaseState, { random }: Hand) => ({
  technicianId: random.pick(['technician', 'technician2']),
  note: '请接手。',
});

/** Where the action's own example is not enough: files of this case, people of this directory, all that may vary. */
export const inputs: { [A in NamedAction]?: (s: CaseState, hand: Hand) => unknown } = {
  modelsRefused: refusedModels,
  scansRecorded: (s, hand) => ({ files: models(s, hand) }),
  answer: answered,
  allocateCase: technicianOf,
  reassign: technicianOf,
  submitTarget: bundle,
  submitPlan: bundle,
  scheduleProduction: () => ({}),
  ship: (_s, { random }) => ({
    courier: random.pick([1, 2, 7]),
    trackingNumber: `SF${100000 + random.below(900000)}`,
  }),
  complete: completed,
  ...talk,
  ...beside,
};

const isReview = (action: NamedAction) => rulesOf(action).some(rule => rule.needs === 'review');

/**
 * What an action is asked with: by the table, or as any review, or with the action's own example.
 * @throws Error naming the action and the field where that does not even fit the action's schema
 */
export function inputOf(action: NamedAction, table: typeof inputs, s: CaseState, hand: Hand): unknown {
  const { input, example } = actions[action];
  const asked = (table[action] ?? (isReview(action) ? review : () => example))(s, hand);
  const [wrong] = input.safeParse(asked).error?.issues ?? [];
  if (!wrong) return asked;
  const where = `${wrong.path.join('.')}: ${wrong.code}`;
  throw new Error(
    `${action} takes no such input (${where}): see \`inputs\` in projections/testing/inputs.ts`,
  );
}

/** An upload's facts, as far as a decision looks at them. */
export function uploadOf(id: string, kind: FileKind, slot: Slot | null): Upload {
  const sha256 = id.replaceAll(/[^0-9a-f]/g, '').padStart(64, '0');
  const name = `${slot ?? kind}-${id}.${kind === 'stl' ? 'stl' : 'jpg'}`;
  return { id, kind, slot, sha256, size: 1000, mime: 'application/octet-stream', name };
}
