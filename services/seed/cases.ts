/** The demo's cases: owner, patient, treatment, path through the lifecycle, and time of the last change. */
import { Status } from '#events/case/status.ts';
import type { CaseLanguage } from './case-texts.ts';
import type { DemoUser } from './people.ts';
import type { DemoTreatmentName } from './prescriptions.ts';
import type { DemoStepName } from './steps.ts';

const started = ['create', 'patient', 'diagnosis'] as const;
const ordered = [...started, 'prescription', 'markers'] as const;
const pictured = [...ordered, 'photos', 'radiographs'] as const;
const ready = [...pictured, 'delivery', 'models'] as const;
const submitted = [...ready, 'submitCase'] as const;
const accepted = [...submitted, 'acceptCase'] as const;
const distributed = [...accepted, 'modelsPrepared'] as const;
const designing = [...distributed, 'allocateCase'] as const;
const targeted = [...designing, 'submitTarget'] as const;
const planned = [...designing, 'submitPlan'] as const;
const audited = [...planned, 'expertApproved'] as const;
const approved = [...audited, 'doctorApproved'] as const;
const shipped = [...approved, 'scheduleAll', 'ship'] as const;
const treated = [...shipped, 'confirmReceipt'] as const;
const worn = [...approved, 'scheduleHalf', 'ship', 'confirmReceipt', 'wearBegun'] as const;
const wornOn = [...worn, 'nextBatch', 'scheduleHalf', 'ship', 'confirmReceipt'] as const;
const posted = [...pictured, 'courier', 'tracking'] as const;

const refinementSubmitted = [
  'adopt',
  'prescription',
  'markers',
  'photos',
  'radiographs',
  'delivery',
  'models',
  'submitCase',
] as const;

/** Paths through the lifecycle, each named after its end. */
export const lifecyclePaths = {
  0: ['create', 'patientName'],
  1: started,
  2: [...started, 'method'],
  3: [...started, 'lingualShape'],
  4: [...started, 'lingualBrackets'],
  5: [...started, 'method'],
  6: [...started, 'prescription'],
  7: [...ordered, 'someFaces'],
  8: pictured,
  9: ready,
  10: submitted,
  '10 again': [...submitted, 'deniedCase', 'models', 'submitCase'],
  '11 asked': [...designing, 'requestInfo'],
  '11 refused': [...accepted, 'modelsRefused'],
  12: accepted,
  '13 answered': [...designing, 'requestInfo', 'answer'],
  '13 after target': [...targeted, 'targetExpertApproved', 'targetDoctorApproved'],
  '14 again': [...planned, 'expertRefused', 'submitPlan'],
  15: audited,
  '15 again': [...audited, 'doctorRefused', 'submitPlan', 'expertApproved'],
  16: approved,
  '16 lost': [...shipped, 'reportLost'],
  '17 again': [...approved, 'scheduleAll', 'batchFailed', 'scheduleAll'],
  '17 made': [...approved, 'scheduleHalf', 'finishBatch'],
  18: [...audited, 'doctorRefused'],
  19: [...planned, 'expertRefused'],
  20: [...submitted, 'deniedCase'],
  '21 scanned': [...posted, 'submitCase', 'acceptCase', 'scansRecorded', 'modelsPrepared'],
  22: [...pictured, 'courier'],
  23: [...approved, 'scheduleHalf', 'ship'],
  '24 goal': [...treated, 'completed', 'applyRetainer', 'produceRetainer', 'deliverRetainer'],
  '24 archived': [
    ...[...treated, 'completed', 'applyRetainer', 'produceRetainer', 'deliverRetainer'],
    ...['receiveRetainer', 'archive'],
  ],
  '24 early': [...designing, 'suspend', 'completedEarly'],
  25: [...worn, 'visited', 'checked', 'remarked', 'orderTray'],
  '25 second': [...wornOn, 'wearChecked', 'orderTray', 'shipTray'],
  '25 held': [...wornOn, 'wearHeld'],
  26: [...treated, 'wearBegun', 'wearSaid', 'refine'],
  27: [...posted, 'submitCase', 'acceptCase'],
  '28 again': [...targeted, 'targetExpertRefused', 'submitTarget'],
  29: [...targeted, 'targetExpertApproved'],
  30: [...treated, 'wearBegun', 'wearSaid'],
  33: [...designing, 'suspend'],
  'taken by the supervisor': [...distributed, 'getCase'],
  'own design': [...distributed, 'getCase', 'submitPlan'],
  'refinement 10': refinementSubmitted,
  'refinement ended': [
    ...refinementSubmitted,
    'acceptCase',
    ...(['modelsPrepared', 'allocateCase', 'submitPlan', 'expertApproved', 'doctorApproved'] as const),
    ...(['scheduleAll', 'ship', 'confirmReceipt', 'completed', 'endParent'] as const),
  ],
} as const satisfies Record<string | number, readonly (DemoStepName | 'adopt' | 'endParent')[]>;

type Path = keyof typeof lifecyclePaths;

type Row = readonly [
  owner: DemoUser,
  path: Path,
  treatment: DemoTreatmentName,
  name: string,
  gender: 1 | 2,
  born: string,
  daysAgo: number,
];

/** Invented names. `daysAgo`: when the case last changed. */
const rows: readonly Row[] = [
  ['doctor', Status.PlanAwaitingDoctor, 'crowding', '张雨桐', 2, '2001-04-18', 0.1],
  ['doctor', Status.AwaitingNextBatch, 'extraction', '王梓涵', 2, '2008-09-02', 1.2],
  ['doctor', '13 answered', 'deepBite', '刘子轩', 1, '1996-12-25', 0.3],
  ['doctor', Status.TargetAwaitingDoctor, 'classThree', '陈思远', 1, '1999-07-11', 0.5],
  ['doctor', Status.ToAccept, 'crowding', 'Oliver Grant', 1, '1988-03-30', 0.15],
  ['doctor', '11 asked', 'crowding', '杨若曦', 2, '2010-01-22', 0.8],
  ['doctor', Status.Shipping, 'spacing', '黄嘉怡', 2, '1993-05-06', 2.1],
  ['doctor', Status.ToSubmit, 'upperOnly', '赵可欣', 2, '1990-10-15', 0.4],
  ['doctor', Status.PhotosIncomplete, 'crowding', '吴俊杰', 1, '2004-08-19', 1.5],
  ['doctor', Status.ClinicalInfoIncomplete, 'crowding', '周诗涵', 2, '2006-02-08', 0.9],
  ['doctor', Status.TreatmentPlanIncomplete, 'crowding', 'Emma Larsson', 2, '1994-11-03', 2.6],
  ['doctor', Status.AlignerSetupIncomplete, 'spacing', '徐浩然', 1, '2002-06-27', 3.2],
  ['doctor', Status.ToothMarkersIncomplete, 'implant', '孙丽华', 2, '1979-09-14', 4.4],
  ['doctor', Status.ModelsToProvide, 'deepBite', '马天宇', 1, '2000-12-01', 5.1],
  ['doctor', Status.ModelToBeShipped, 'extraction', '朱晓彤', 2, '2009-03-17', 1.1],
  ['doctor', Status.SupervisorRejected, 'crowding', '胡一鸣', 1, '1997-04-29', 1.8],
  ['doctor', Status.CaseProcessing, 'classThree', '郭佳琪', 2, '2005-07-23', 0.05],
  ['doctor', '14 again', 'extraction', '何梦瑶', 2, '1998-02-13', 0.6],
  ['doctor', Status.DoctorRejected, 'deepBite', '高子墨', 1, '1992-08-05', 1.3],
  ['doctor', Status.ExpertRejected, 'implant', 'Lucas Meyer', 1, '1983-05-21', 0.7],
  ['doctor', '21 scanned', 'spacing', '林婉清', 2, '2003-11-30', 0.25],
  ['doctor', Status.PrepareProduction, 'crowding', '罗宇航', 1, '1995-01-09', 1.0],
  ['doctor', '17 again', 'deepBite', '梁雅静', 2, '1991-06-16', 1.6],
  ['doctor', Status.InRefinement, 'classThree', '宋文博', 1, '2007-10-04', 12],
  ['doctor', Status.AllSent, 'upperOnly', '唐艺菲', 2, '1987-12-12', 6.5],
  ['doctor', '24 goal', 'spacing', '韩雪', 2, '1985-03-08', 9],
  ['doctor', '24 archived', 'upperOnly', 'Sophie Turner-Blake', 2, '1990-02-26', 34],
  ['doctor', Status.Suspended, 'extraction', '冯志强', 1, '1989-09-19', 7.5],
  ['doctor', Status.ModelProcessing, 'crowding', '邓晓岚', 2, '2011-05-25', 2.2],
  ['doctor', '28 again', 'lingual', '曹睿', 1, '1998-07-07', 0.45],
  ['doctor', Status.SetupIncomplete, 'lingual', '彭欣怡', 2, '1996-01-31', 6.2],
  ['doctor', '25 second', 'deepBite', '曾凯', 1, '2004-04-04', 3.4],
  ['doctor2', Status.BracketsNotChosen, 'lingual', 'Isabella Rossi', 2, '1995-08-28', 2.4],
  ['doctor2', Status.TorqueIncomplete, 'lingual', 'Noah van Dijk', 1, '1986-06-06', 3.1],
  ['doctor2', '15 again', 'crowding', 'Charlotte Dubois', 2, '1999-10-20', 0.35],
  ['doctor2', '11 refused', 'deepBite', '田野', 1, '2002-03-12', 1.4],
  ['doctor2', '13 after target', 'extraction', 'Hannah Schmidt', 2, '2006-09-09', 0.9],
  ['doctor2', '16 lost', 'spacing', '董洁', 2, '1993-12-18', 1.9],
  ['doctor2', '10 again', 'classThree', '袁航', 1, '2005-02-14', 0.2],
  ['doctor2', '24 early', 'implant', 'James O’Connor', 1, '1981-07-29', 15],
  ['doctor2', '25 held', 'crowding', '蒋欣', 2, '2000-05-15', 4.8],
  ['doctor2', 'taken by the supervisor', 'classThree', '蔡明轩', 1, '1997-11-11', 0.6],
  ['designer', 'own design', 'crowding', '余思琪', 2, '2003-08-08', 0.55],
  ['designer', Status.PlanAwaitingDoctor, 'spacing', '杜若飞', 1, '1998-03-03', 1.7],
  ['designer', Status.ModelsToProvide, 'upperOnly', '叶知秋', 2, '1994-10-10', 2.9],
  ['other', Status.ToSubmit, 'crowding', 'Lena Hoffmann', 2, '1999-05-05', 1.1],
  ['other', Status.ToAccept, 'spacing', 'Jonas Becker', 1, '1992-02-20', 3.3],
  ['doctor2', '17 made', 'spacing', '苏婉', 2, '1997-06-21', 0.8],
  ['doctor2', Status.PrepareProduction, 'upperOnly', '方逸', 1, '2001-09-03', 1.3],
];

export type DemoCaseSpec = {
  /** Key from which the demo's ids derive. Never change it for a row. */
  key: string;
  owner: DemoUser;
  path: Path;
  treatment: DemoTreatmentName;
  patient: { name: string; gender: 1 | 2; birthDate: string };
  tongue: CaseLanguage;
  /** Days before now of the last change. */
  daysAgo: number;
  /** Index of the drawn patient, 0 to 2. */
  look: number;
  /** Key of the case that this refinement refines. */
  parent?: string;
};

const chinese = /\p{Script=Han}/u;
const specOf = (
  [owner, path, treatment, name, gender, birthDate, daysAgo]: Row,
  i: number,
): DemoCaseSpec => ({
  key: `case-${i + 1}`,
  owner,
  path,
  treatment,
  patient: { name, gender, birthDate },
  tongue: chinese.test(name) ? 'zh' : 'en',
  daysAgo,
  look: gender === 1 ? 1 : i % 2 === 0 ? 0 : 2,
});

const first = rows.map(specOf);
const parentOf = (name: string) => {
  const parent = first.find(c => c.patient.name === name);
  if (!parent) throw new Error(`${name} is not a patient of the demo`);
  return parent;
};
/** Creates a refinement of a case. */
const refinement = (of: DemoCaseSpec, key: string, path: Path, daysAgo: number): DemoCaseSpec => ({
  ...of,
  key,
  path,
  daysAgo,
  parent: of.key,
});

/** One refinement has just been submitted. Another one is completed, and so is its original case. */
const longAgo = specOf(['doctor2', Status.InRefinement, 'upperOnly', 'Grace Kim', 2, '1991-09-27', 86], 90);
export const demoCases: readonly DemoCaseSpec[] = [
  ...first,
  refinement(parentOf('宋文博'), 'refinement-1', 'refinement 10', 2.7),
  longAgo,
  refinement(longAgo, 'refinement-2', 'refinement ended', 11),
];
