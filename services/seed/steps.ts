/** The steps of which every case of the demo is made: who takes them, how long they take, and what they do. */
import type { NamedAction } from '#events/case/decider.ts';
import { orderedArches } from '#events/case/draft.ts';
import { type Slot, slots } from '#events/case/options.ts';
import type { Player } from './player.ts';
import type { TextKey } from './words.ts';

/** Whose turn it is; the case says who that is. */
export type Role = 'owner' | 'clerk' | 'assignee' | 'expert' | 'supervisor' | 'service' | 'vendor' | 'system';

type Step = {
  by: Role;
  /** Time that it takes from the step before, in hours: at least, at most. */
  hours: readonly [number, number];
  play: (p: Player) => Promise<void>;
};

const soon = [0.05, 0.3] as const;

const act = (
  by: Role,
  hours: readonly [number, number],
  action: NamedAction,
  input: (p: Player) => unknown = () => ({}),
): Step => ({
  by,
  hours,
  play: p => p.act(by, action, input(p)),
});

const approved = () => ({ result: 'approved' });
const refusedWith = (key: TextKey) => (p: Player) => ({
  result: 'refused',
  note: p.text(key),
});
const noted = (key: TextKey) => (p: Player) => ({ note: p.text(key) });

const rxOnly = (pick: (p: Player) => object): Step => ({
  by: 'owner',
  hours: soon,
  play: p => p.save('prescription', pick(p)),
});

const attach = (
  by: Role,
  hours: readonly [number, number],
  kind: 'photo' | 'radiograph',
  which: readonly Slot[],
): Step => ({
  by,
  hours,
  play: async p => {
    for (const slot of which) await p.attach(by, kind, slot);
  },
});

/** The first half of what is still to be made, so that something remains. */
function firstBatch({ state }: Player) {
  const plan = state.plans[state.plans.length - 1];
  const half = (stages: number, sent: number) =>
    stages > sent ? { from: sent + 1, to: sent + Math.ceil((stages - sent) / 2) } : undefined;
  const [upper, lower] = [
    half(plan?.upperStages ?? 0, state.sent.upper),
    half(plan?.lowerStages ?? 0, state.sent.lower),
  ];
  return { ...(upper ? { upper } : {}), ...(lower ? { lower } : {}) };
}

export const steps = {
  create: { by: 'owner', hours: soon, play: p => p.create() },
  patientName: {
    by: 'owner',
    hours: soon,
    play: p => p.save('patient', { name: p.patient.name, gender: p.patient.gender }),
  },
  patient: { by: 'owner', hours: soon, play: p => p.save('patient', p.patient) },
  diagnosis: { by: 'owner', hours: soon, play: p => p.save('diagnosis', p.diagnosis) },
  method: rxOnly(p => ({ method: p.treatment.prescription.method })),
  lingualShape: rxOnly(({ treatment: { prescription: rx } }) => ({
    ...rx,
    lingual: { archShape: rx.lingual?.archShape, archWidth: rx.lingual?.archWidth },
  })),
  lingualBrackets: rxOnly(({ treatment: { prescription: rx } }) => ({
    ...rx,
    lingual: { ...rx.lingual, torque: undefined },
  })),
  prescription: rxOnly(p => ({
    ...p.treatment.prescription,
    ...(p.treatment.prescription.method === 1 ? { note: p.text('rxNote') } : {}),
  })),
  markers: { by: 'owner', hours: soon, play: p => p.save('markers', p.treatment.markers) },
  someFaces: attach('clerk', [0.2, 2], 'photo', slots.photo.slice(0, 4)),
  photos: attach('clerk', [0.2, 3], 'photo', slots.photo),
  radiographs: attach('clerk', soon, 'radiograph', slots.radiograph),
  models: {
    by: 'clerk',
    hours: [0.2, 20],
    play: async p => {
      for (const arch of orderedArches(p.state.sections.prescription)) await p.attach('clerk', 'stl', arch);
    },
  },
  courier: { by: 'clerk', hours: [0.2, 2], play: p => p.save('data', { courier: 2, ...p.delivery }) },
  tracking: {
    by: 'clerk',
    hours: [2, 20],
    play: p => p.save('data', { courier: 2, trackingNumber: p.tracking(), ...p.delivery }),
  },
  submitCase: act('owner', [0.1, 4], 'submitCase'),
  withdraw: act('owner', [0.5, 4], 'withdraw'),
  deniedCase: act('supervisor', [1, 9], 'deniedCase', noted('deniedCase')),
  acceptCase: act('service', [1, 9], 'acceptCase'),
  modelsPrepared: { by: 'system', hours: [0.01, 0.03], play: p => p.prepared() },
  modelsRefused: { by: 'system', hours: [0.01, 0.03], play: p => p.refused() },
  scansRecorded: {
    by: 'service',
    hours: [40, 80],
    play: async p => {
      const files = [await p.upload('service', 'stl', 'upper'), await p.upload('service', 'stl', 'lower')];
      await p.act('service', 'scansRecorded', { files });
    },
  },
  allocateCase: act('supervisor', [2, 12], 'allocateCase', p => ({ technicianId: p.assignee.id })),
  getCase: act('assignee', [2, 12], 'getCase'),
  requestInfo: act('assignee', [3, 20], 'requestInfo', noted('requestInfo')),
  answer: act('clerk', [4, 30], 'answer', p => ({ note: p.text('answerNote') })),
  suspend: act('supervisor', [6, 30], 'suspend'),
  continue: act('supervisor', [24, 90], 'continue'),
  submitTarget: { by: 'assignee', hours: [16, 40], play: p => p.design('submitTarget') },
  targetExpertApproved: act('expert', [3, 16], 'targetExpertReview', approved),
  targetExpertRefused: act('expert', [3, 16], 'targetExpertReview', refusedWith('targetRefused')),
  targetDoctorApproved: act('owner', [6, 40], 'targetDoctorReview', approved),
  submitPlan: { by: 'assignee', hours: [20, 60], play: p => p.design('submitPlan') },
  recallPlan: act('assignee', [1, 5], 'recallPlan', noted('recallPlan')),
  expertApproved: act('expert', [3, 20], 'qualityAudit', approved),
  expertRefused: act('expert', [3, 20], 'qualityAudit', refusedWith('expertRefused')),
  doctorApproved: act('owner', [6, 50], 'confirmDoctor', approved),
  doctorRefused: act('owner', [6, 50], 'confirmDoctor', refusedWith('doctorRefused')),
  returnToDesign: act('vendor', [5, 20], 'returnToDesign', noted('returnToDesign')),
  scheduleHalf: act('vendor', [5, 30], 'scheduleProduction', firstBatch),
  scheduleAll: act('vendor', [5, 30], 'scheduleProduction'),
  batchFailed: act('vendor', [10, 30], 'batchFailed', noted('batchFailed')),
  ship: act('vendor', [30, 70], 'ship', p => ({ courier: 1, trackingNumber: p.tracking() })),
  reportLost: act('clerk', [90, 160], 'reportLost', noted('reportLost')),
  confirmReceipt: act('clerk', [40, 90], 'confirmReceipt'),
  nextBatch: act('owner', [240, 420], 'nextBatch'),
  refine: act('owner', [200, 400], 'refine', p => ({ reason: p.text('reason') })),
  completed: { by: 'owner', hours: [300, 700], play: p => p.complete() },
  completedEarly: act('owner', [80, 200], 'complete', p => ({ outcome: 3, date: p.today() })),
  archive: act('owner', [20, 60], 'archive'),
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof steps;
/** A step under its common type. */
export const stepOf = (name: StepName): Step => steps[name];
