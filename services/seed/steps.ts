/** The steps of all cases of the demo. */
import { addDays } from '#events/case/calendar.ts';
import { orderedArches } from '#events/case/draft.ts';
import { slots } from '#events/case/options.ts';
import { latestVersion } from '#events/plan/plan.ts';
import type { CasePlayer } from './case-player.ts';
import {
  actionStep,
  approvalInputOf,
  attachPicturesStep,
  type DemoStep,
  noteInputOf,
  prescriptionStep,
  refusalInputOf,
  shortDelayHours,
} from './demo-step.ts';
import {
  completeTreatment,
  designPlan,
  recordWearCheck,
  reportPreparedModels,
  reportRefusedModels,
} from './steps-with-files.ts';

/** A retainer for the last stage of each treated arch, sent to the aligners' address. */
function retainerOrder({ state, delivery }: CasePlayer) {
  const plan = latestVersion(state.plans);
  const { upperStages = 0, lowerStages = 0 } = plan ?? {};
  return {
    type: 3,
    arch: lowerStages === 0 ? 0 : upperStages === 0 ? 1 : 2,
    fixed: 2,
    quantity: 1,
    upper: upperStages > 0 ? { kind: 2 } : undefined,
    lower: lowerStages > 0 ? { kind: 2 } : undefined,
    address: Object.values(Object(delivery.deliveryAddress)).join(' · '),
  };
}

/** Stages of the next production batch: half of those not sent yet, so that a further batch remains. */
function firstBatch({ state }: CasePlayer) {
  const plan = state.plans[state.plans.length - 1];
  const half = (stages: number, sent: number) =>
    stages > sent ? { from: sent + 1, to: sent + Math.ceil((stages - sent) / 2) } : undefined;
  const [upper, lower] = [
    half(plan?.upperStages ?? 0, state.sent.upper),
    half(plan?.lowerStages ?? 0, state.sent.lower),
  ];
  return { ...(upper ? { upper } : {}), ...(lower ? { lower } : {}) };
}

export const demoSteps = {
  create: { by: 'owner', hours: shortDelayHours, play: p => p.create() },
  patientName: {
    by: 'owner',
    hours: shortDelayHours,
    play: p => p.save('patient', { name: p.patient.name, gender: p.patient.gender }),
  },
  patient: { by: 'owner', hours: shortDelayHours, play: p => p.save('patient', p.patient) },
  diagnosis: { by: 'owner', hours: shortDelayHours, play: p => p.save('diagnosis', p.diagnosis) },
  method: prescriptionStep(p => ({ method: p.treatment.prescription.method })),
  lingualShape: prescriptionStep(({ treatment: { prescription: rx } }) => ({
    ...rx,
    lingual: { archShape: rx.lingual?.archShape, archWidth: rx.lingual?.archWidth },
  })),
  lingualBrackets: prescriptionStep(({ treatment: { prescription: rx } }) => ({
    ...rx,
    lingual: { ...rx.lingual, torque: undefined },
  })),
  prescription: prescriptionStep(p => ({
    ...p.treatment.prescription,
    ...(p.treatment.prescription.method === 1
      ? {
          note: p.say({
            zh: '请优先解除前牙拥挤，尽量不在 11、21 唇面放置附件。',
            en: 'Please relieve the anterior crowding first and keep 11 and 21 free of attachments.',
          }),
        }
      : {}),
  })),
  markers: { by: 'owner', hours: shortDelayHours, play: p => p.save('markers', p.treatment.markers) },
  someFaces: attachPicturesStep('clerk', [0.2, 2], 'photo', slots.photo.slice(0, 4)),
  photos: attachPicturesStep('clerk', [0.2, 3], 'photo', slots.photo),
  radiographs: attachPicturesStep('clerk', shortDelayHours, 'radiograph', slots.radiograph),
  models: {
    by: 'clerk',
    hours: [0.2, 20],
    play: async p => {
      for (const arch of orderedArches(p.state.sections.prescription)) await p.attach('clerk', 'stl', arch);
    },
  },
  delivery: { by: 'clerk', hours: shortDelayHours, play: p => p.save('data', p.delivery) },
  courier: { by: 'clerk', hours: [0.2, 2], play: p => p.save('data', { courier: 2, ...p.delivery }) },
  tracking: {
    by: 'clerk',
    hours: [2, 20],
    play: p => p.save('data', { courier: 2, trackingNumber: p.tracking(), ...p.delivery }),
  },
  submitCase: actionStep('owner', [0.1, 4], 'submitCase'),
  deniedCase: actionStep(
    'supervisor',
    [1, 9],
    'deniedCase',
    noteInputOf(
      {
        zh: '上颌模型缺少 17、27 远中，请重新扫描后提交。',
        en: 'The upper scan misses the distal half of 17 and 27. Please rescan and submit again.',
      },
      ['records'],
    ),
  ),
  acceptCase: actionStep('service', [1, 9], 'acceptCase'),
  modelsPrepared: { by: 'system', hours: [0.01, 0.03], play: reportPreparedModels },
  modelsRefused: { by: 'system', hours: [0.01, 0.03], play: reportRefusedModels },
  scansRecorded: actionStep('service', [40, 80], 'scansRecorded'),
  allocateCase: actionStep('supervisor', [2, 12], 'allocateCase'),
  getCase: actionStep('assignee', [2, 12], 'getCase'),
  requestInfo: actionStep(
    'assignee',
    [3, 20],
    'requestInfo',
    noteInputOf(
      {
        zh: '请补充咬合记录：下颌 37 区扫描不完整，无法确认后牙咬合。',
        en: 'Please add a bite record: the lower scan misses 37, so the posterior occlusion cannot be confirmed.',
      },
      ['records', 'occlusion'],
    ),
  ),
  answer: actionStep(
    'clerk',
    [4, 30],
    'answer',
    noteInputOf({
      zh: '已与患者确认，末次咬合以口内照为准，请继续设计。',
      en: 'Confirmed with the patient: take the bite from the intra-oral photos.',
    }),
  ),
  suspend: actionStep('supervisor', [6, 30], 'suspend'),
  submitTarget: { by: 'assignee', hours: [16, 40], play: p => designPlan(p, 'submitTarget') },
  targetExpertApproved: actionStep('expert', [3, 16], 'targetExpertReview', approvalInputOf('targets')),
  targetExpertRefused: actionStep(
    'expert',
    [3, 16],
    'targetExpertReview',
    refusalInputOf(
      'targets',
      {
        zh: '目标位前牙转矩不足，请增加 11、21 根舌向转矩后重新提交。',
        en: 'Too little torque on the incisors: please add lingual root torque on 11 and 21.',
      },
      ['movement'],
    ),
  ),
  targetDoctorApproved: actionStep('owner', [6, 40], 'targetDoctorReview', approvalInputOf('targets')),
  submitPlan: { by: 'assignee', hours: [20, 60], play: p => designPlan(p, 'submitPlan') },
  expertApproved: actionStep('expert', [3, 20], 'qualityAudit', approvalInputOf('plans')),
  expertRefused: actionStep(
    'expert',
    [3, 20],
    'qualityAudit',
    refusalInputOf(
      'plans',
      {
        zh: '第 8–14 步 13 的扭转速度超过每步 2°，请放慢并补充优化附件。',
        en: '13 rotates faster than 2° a stage between 8 and 14. Please slow it down and add an attachment.',
      },
      ['movement', 'attachments'],
    ),
  ),
  doctorApproved: actionStep('owner', [6, 50], 'confirmDoctor', approvalInputOf('plans')),
  doctorRefused: actionStep(
    'owner',
    [6, 50],
    'confirmDoctor',
    refusalInputOf(
      'plans',
      {
        zh: '上中线未对齐面中线，请右移 1.0 mm，并减少下前牙邻面去釉量。',
        en: 'The upper midline is off: please move it 1.0 mm to the right and take less IPR from the lower front.',
      },
      ['midline', 'ipr'],
    ),
  ),
  scheduleHalf: actionStep('vendor', [5, 30], 'scheduleProduction', firstBatch),
  scheduleAll: actionStep('vendor', [5, 30], 'scheduleProduction'),
  finishBatch: actionStep('vendor', [40, 60], 'finishBatch'),
  orderTray: actionStep('owner', [90, 200], 'orderTray', p => ({
    arch: 'upper',
    stage: 4,
    reason: 'lost',
    note: p.say({ zh: '患者外出就餐时丢失。', en: 'Left behind in a restaurant.' }),
  })),
  shipTray: actionStep('vendor', [20, 50], 'shipTray', p => ({
    courier: 1,
    trackingNumber: p.tracking(),
  })),
  batchFailed: actionStep(
    'vendor',
    [10, 30],
    'batchFailed',
    noteInputOf(
      {
        zh: '本批次两副在切割时撕裂，重新安排生产。',
        en: 'Two trays of the batch tore on trimming; it is made again.',
      },
      ['defect'],
    ),
  ),
  ship: actionStep('vendor', [30, 70], 'ship', p => ({ courier: 1, trackingNumber: p.tracking() })),
  reportLost: actionStep(
    'clerk',
    [90, 160],
    'reportLost',
    noteInputOf({
      zh: '快递查询无结果，包裹疑似遗失。',
      en: 'The courier cannot find the parcel.',
    }),
  ),
  confirmReceipt: actionStep('clerk', [40, 90], 'confirmReceipt'),
  wearBegun: actionStep('clerk', [1, 8], 'recordWear'),
  /** From here on, the patient reports each change of aligner; a missing report counts as late. */
  wearSaid: actionStep('patient', [160, 168], 'changeAligner', () => ({ stage: 2, by: 'patient' })),
  wearChecked: actionStep('clerk', [60, 90], 'checkWear', p => ({
    next: addDays(p.today(), 28),
    note: p.say({
      zh: '牙套贴合良好，每日佩戴约 21 小时，附件无脱落。',
      en: 'The aligners seat well, worn about 21 hours a day, no attachment lost.',
    }),
  })),
  wearHeld: actionStep('clerk', [20, 60], 'holdWear', p => ({ from: p.today(), until: undefined })),
  checked: {
    by: 'clerk',
    hours: [24, 60],
    play: p =>
      recordWearCheck(p, Math.min(4, p.state.sent.upper), {
        zh: '第 4 副佩戴贴合良好，13 附件完好。',
        en: 'Aligner 4 seats well; the attachment on 13 is sound.',
      }),
  },
  visited: actionStep('clerk', [24, 60], 'recordVisit', p => ({
    stage: Math.min(4, p.state.sent.upper),
    ipr: undefined,
    attachments: [
      { tooth: 13, what: 'bonded' },
      { tooth: 23, what: 'bonded' },
    ],
    note: p.say({ zh: '23 附件边缘已抛光。', en: 'The edge of the attachment on 23 was polished.' }),
  })),
  remarked: actionStep('owner', [1, 3], 'remark', p => ({
    text: p.say({
      zh: '患者周六下午复诊；下一批请与 13 附件模板一并寄出。',
      en: 'The patient comes on Saturday afternoons. Please send the attachment template of 13 with the next batch.',
    }),
  })),
  nextBatch: actionStep('owner', [240, 420], 'nextBatch'),
  refine: actionStep('owner', [200, 400], 'refine', p => ({
    reason: p.say({
      zh: '第 12 步后 13 扭转未到位，口内牙套不贴合，申请阶段调整。',
      en: '13 has not derotated and the trays no longer seat: a refinement from stage 12.',
    }),
    reasons: ['movement'],
  })),
  completed: { by: 'owner', hours: [300, 700], play: completeTreatment },
  completedEarly: {
    by: 'owner',
    hours: [80, 200],
    play: p => p.act('owner', 'complete', { outcome: 3, date: p.today() }),
  },
  archive: actionStep('owner', [20, 60], 'archive'),
  applyRetainer: actionStep('owner', [1, 8], 'applyRetainer', retainerOrder),
  produceRetainer: actionStep('vendor', [20, 60], 'produceRetainer'),
  deliverRetainer: actionStep('vendor', [4, 20], 'deliverRetainer', p => ({
    courier: 1,
    trackingNumber: p.tracking(),
  })),
  receiveRetainer: actionStep('clerk', [40, 90], 'receiveRetainer'),
} as const satisfies Record<string, DemoStep>;

export type DemoStepName = keyof typeof demoSteps;
/** Returns a step under its common type. */
export const demoStepOf = (name: DemoStepName): DemoStep => demoSteps[name];
