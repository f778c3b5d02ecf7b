/**
 * The transition table of lifecycle.md, as data: who may do what at which status, what may follow, and for whom the
 * case waits until it is done. The decider, the buttons, the API's refusals and the docs all read it here.
 */
import type { Position } from '../person/position.ts';
import { computedStatuses, type Status } from './status.ts';

/**
 * Who an action is open to. Positions count for the staff of the organisation that serves the case; `asker` asked for
 * the information that is waited for; `self` is a Designer on the own case; `system` is no person, `patient` whoever
 * has the link to the own page of the wear.
 */
export type Who =
  | 'owner'
  | 'helper'
  | 'assignee'
  | 'asker'
  | 'self'
  | 'system'
  | 'patient'
  | Extract<Position, 'Technician' | 'Specialist' | 'SuperMechanic' | 'Service' | 'VendorAdmin' | 'Admin'>;

/** What must be said with an action; the dialogs follow from it. */
export type Needs = 'confirmation' | 'note' | 'review' | 'technician' | 'files' | 'form';

/** A status, `prior` (before 11 or 33), `draft` (computed), `same`, or `gone`. */
export type Reach = Status | 'prior' | 'draft' | 'same' | 'gone';

export type Rule = {
  from: readonly Status[];
  by: readonly Who[];
  to: readonly Reach[];
  /** For whom a case at `from` waits because of this action ("Action required"). */
  waits?: readonly Who[];
  needs?: Needs;
  /** Where the rule holds only for a case in this condition. */
  when?: 'not after modelsRefused' | 'not archived' | 'archived';
  /** Done beside what it is about; no list and no menu of a case offers it. */
  aside?: true;
};

/** Drafts that lack something. */
const openDrafts = computedStatuses.filter(status => status !== 9);
const own = ['owner', 'helper'] as const;
/** Who talks about a plan; statuses at which a new thread is begun, and at which one goes on. */
const talking = ['owner', 'helper', 'assignee', 'Specialist', 'SuperMechanic', 'Service'] as const;
const designing = [13, 14, 15, 18, 19, 28, 29] as const;
const afterwards = [16, 17, 23, 25, 30] as const;
/** While aligners are made, sent and worn; a refinement does not end that. */
const treated = [16, 17, 23, 25, 26, 30] as const;
/** From 13 on but 20 and 22 (lifecycle.md, Retainers). */
const retaining = [13, 14, 15, 16, 17, 18, 19, 21, 23, 24, 25, 26, 27, 28, 29, 30, 33] as const;
/** From submission to the last parcel; a refinement in progress has its own case. */
const deliverable = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 25, 27, 28, 29, 30, 33] as const;
/** Every status of a case that was submitted. */
const handedIn = [10, 11, 12, ...retaining] as const;

export const rules = {
  edit: [
    { from: openDrafts, by: own, to: ['draft'], waits: own, needs: 'form' },
    { from: [9], by: own, to: ['draft'], needs: 'form' },
    { from: [20], by: own, to: ['same'], waits: own, needs: 'form' },
  ],
  deleteDraft: [{ from: [...computedStatuses, 20], by: ['owner'], to: ['gone'], needs: 'confirmation' }],
  submitCase: [{ from: [9, 20], by: ['owner'], to: [10], waits: ['owner'], needs: 'confirmation' }],
  withdraw: [{ from: [10], by: ['owner'], to: [9], needs: 'confirmation' }],
  acceptCase: [
    {
      from: [10],
      by: ['SuperMechanic', 'Service'],
      to: [12, 27],
      waits: ['SuperMechanic', 'Service'],
      needs: 'confirmation',
    },
  ],
  deniedCase: [
    { from: [10, 12, 21, 13, 27], by: ['SuperMechanic'], to: [20], needs: 'note' },
    { from: [10], by: ['Service'], to: [20], needs: 'note' },
  ],
  modelsPrepared: [{ from: [12], by: ['system'], to: [21, 13] }],
  modelsRefused: [{ from: [12], by: ['system'], to: [11] }],
  scansRecorded: [
    {
      from: [27],
      by: ['Technician', 'Service', 'SuperMechanic'],
      to: [12],
      waits: ['Technician', 'Service', 'SuperMechanic'],
      needs: 'files',
    },
  ],
  requestInfo: [
    {
      from: [12, 21, 13, 14, 18, 19, 27],
      by: ['assignee', 'Specialist', 'SuperMechanic', 'Service'],
      to: [11],
      needs: 'note',
    },
    { from: [27], by: ['Technician'], to: [11], needs: 'note' },
  ],
  answer: [{ from: [11], by: own, to: ['prior', 12], waits: own, needs: 'form' }],
  cancelRequest: [
    {
      from: [11],
      by: ['asker', 'SuperMechanic'],
      to: ['prior'],
      needs: 'confirmation',
      when: 'not after modelsRefused',
    },
  ],
  suspend: [
    { from: [13, 27], by: ['assignee', 'SuperMechanic', 'Service'], to: [33], needs: 'confirmation' },
  ],
  continue: [
    { from: [33], by: ['assignee', 'SuperMechanic', 'Service'], to: ['prior'], needs: 'confirmation' },
  ],
  getCase: [
    {
      from: [21],
      by: ['SuperMechanic', 'self'],
      to: [13],
      waits: ['SuperMechanic', 'self'],
      needs: 'confirmation',
    },
  ],
  allocateCase: [
    { from: [21], by: ['SuperMechanic'], to: [13], waits: ['SuperMechanic'], needs: 'technician' },
  ],
  reassign: [{ from: [13, 18, 19], by: ['SuperMechanic'], to: ['same'], needs: 'technician' }],
  submitTarget: [{ from: [13, 18, 19], by: ['assignee'], to: [28], needs: 'form' }],
  targetExpertReview: [
    { from: [28], by: ['Specialist'], to: [29, 13], waits: ['Specialist'], needs: 'review' },
  ],
  targetDoctorReview: [{ from: [29], by: ['owner'], to: [13], waits: ['owner'], needs: 'review' }],
  submitPlan: [{ from: [13, 18, 19], by: ['assignee'], to: [14], waits: ['assignee'], needs: 'form' }],
  recallPlan: [{ from: [14, 15], by: ['assignee'], to: [13], needs: 'note' }],
  qualityAudit: [{ from: [14], by: ['Specialist'], to: [15, 19], waits: ['Specialist'], needs: 'review' }],
  confirmDoctor: [{ from: [15], by: ['owner'], to: [16, 18], waits: ['owner'], needs: 'review' }],
  scheduleProduction: [{ from: [16], by: ['VendorAdmin'], to: [17], waits: ['VendorAdmin'], needs: 'form' }],
  returnToDesign: [{ from: [16], by: ['VendorAdmin', 'SuperMechanic'], to: [13], needs: 'note' }],
  ship: [{ from: [17], by: ['VendorAdmin'], to: [23], waits: ['VendorAdmin'], needs: 'form' }],
  batchFailed: [{ from: [17], by: ['VendorAdmin'], to: [16], needs: 'note' }],
  confirmReceipt: [{ from: [23], by: own, to: [25, 30], waits: own, needs: 'confirmation' }],
  reportLost: [{ from: [23], by: ['owner', 'helper', 'VendorAdmin'], to: [16], needs: 'note' }],
  nextBatch: [
    {
      from: [25],
      by: ['owner', 'VendorAdmin', 'Service'],
      to: [16],
      waits: ['owner'],
      needs: 'confirmation',
    },
  ],
  refine: [{ from: [25, 30], by: ['owner'], to: [26], needs: 'form' }],
  refinementEnded: [{ from: [26], by: ['system'], to: [24, 'prior'] }],
  complete: [
    { from: [25, 33], by: ['owner'], to: [24], needs: 'form' },
    { from: [30], by: ['owner'], to: [24], waits: ['owner'], needs: 'form' },
  ],
  archive: [
    { from: [24], by: ['owner', 'Admin'], to: ['same'], needs: 'confirmation', when: 'not archived' },
  ],
  unarchive: [{ from: [24], by: ['Admin'], to: ['same'], needs: 'confirmation', when: 'archived' }],
  commentPlan: [{ from: designing, by: talking, to: ['same'], needs: 'note', aside: true }],
  replyComment: [
    { from: [...designing, ...afterwards], by: talking, to: ['same'], needs: 'note', aside: true },
  ],
  resolveComment: [{ from: [...designing, ...afterwards], by: talking, to: ['same'], aside: true }],
  reopenComment: [{ from: [...designing, ...afterwards], by: talking, to: ['same'], aside: true }],
  requestChange: [
    { from: [14, 28], by: ['Specialist'], to: ['same'], needs: 'form', aside: true },
    { from: [15, 29], by: own, to: ['same'], needs: 'form', aside: true },
  ],
  withdrawChange: [
    { from: designing, by: ['Specialist', ...own], to: ['same'], needs: 'confirmation', aside: true },
  ],
  // The check may come late: the case may have been paused, or gone on, by then.
  requestsMeasured: [
    { from: [...designing, ...afterwards, 11, 33], by: ['system'], to: ['same'], aside: true },
  ],
  // Staff do not see drafts, and 22 is one.
  setDelivery: [
    { from: [...deliverable, 22], by: own, to: ['same'], needs: 'form', aside: true },
    { from: deliverable, by: ['Service'], to: ['same'], needs: 'form', aside: true },
  ],
  finishBatch: [{ from: [17], by: ['VendorAdmin'], to: ['same'], needs: 'confirmation', aside: true }],
  correctParcel: [{ from: [23], by: ['VendorAdmin'], to: ['same'], needs: 'form', aside: true }],
  orderTray: [{ from: [23, 25, 30], by: own, to: ['same'], needs: 'form', aside: true }],
  shipTray: [{ from: [...treated, 24], by: ['VendorAdmin'], to: ['same'], needs: 'form', aside: true }],
  receiveTray: [{ from: [...treated, 24], by: own, to: ['same'], needs: 'confirmation', aside: true }],
  recordWear: [{ from: treated, by: own, to: ['same'], needs: 'form', aside: true }],
  holdWear: [{ from: treated, by: own, to: ['same'], needs: 'form', aside: true }],
  resumeWear: [{ from: treated, by: own, to: ['same'], needs: 'form', aside: true }],
  extendWear: [{ from: treated, by: own, to: ['same'], needs: 'form', aside: true }],
  changeAligner: [{ from: treated, by: [...own, 'patient'], to: ['same'], needs: 'form', aside: true }],
  missAligner: [{ from: treated, by: ['patient'], to: ['same'], needs: 'form', aside: true }],
  settleMissed: [{ from: treated, by: own, to: ['same'], needs: 'confirmation', aside: true }],
  takeBackMissed: [{ from: treated, by: ['patient'], to: ['same'], needs: 'confirmation', aside: true }],
  checkWear: [{ from: treated, by: own, to: ['same'], needs: 'form', aside: true }],
  applyRetainer: [{ from: retaining, by: ['owner'], to: ['same'], needs: 'form', aside: true }],
  produceRetainer: [
    { from: retaining, by: ['VendorAdmin'], to: ['same'], needs: 'confirmation', aside: true },
  ],
  deliverRetainer: [{ from: retaining, by: ['VendorAdmin'], to: ['same'], needs: 'form', aside: true }],
  receiveRetainer: [{ from: retaining, by: own, to: ['same'], needs: 'confirmation', aside: true }],
  recordProcess: [{ from: [...treated, 24], by: own, to: ['same'], needs: 'form', aside: true }],
  removeProcess: [{ from: [...treated, 24], by: own, to: ['same'], needs: 'confirmation', aside: true }],
  recordVisit: [{ from: [...treated, 24], by: own, to: ['same'], needs: 'form', aside: true }],
  removeVisit: [{ from: [...treated, 24], by: own, to: ['same'], needs: 'confirmation', aside: true }],
  remark: [{ from: handedIn, by: [...own, 'Service'], to: ['same'], needs: 'form', aside: true }],
  addOther: [
    { from: handedIn, by: [...own, 'assignee', 'Service'], to: ['same'], needs: 'files', aside: true },
  ],
} as const satisfies Record<string, readonly Rule[]>;

export type Action = keyof typeof rules;
export const actionNames = Object.keys(rules) as Action[];

export function isAction(name: string): name is Action {
  return Object.hasOwn(rules, name);
}

/** The rules of one action, under their common type. */
export function rulesOf(action: Action): readonly Rule[] {
  return rules[action];
}

const byStatus = new Map<Status, (readonly [Action, Rule])[]>();
for (const action of actionNames)
  for (const rule of rulesOf(action))
    for (const status of rule.from) byStatus.set(status, [...(byStatus.get(status) ?? []), [action, rule]]);

/** The rules that start from a status, in the table's order: every row of every list asks, and most rules start elsewhere. */
export const rulesFrom = (status: Status): readonly (readonly [Action, Rule])[] => byStatus.get(status) ?? [];

/** The spec's names for what the case list offers (product-spec.md 2, "Case list action targets"), by action and status. */
export const targets: Partial<Record<Action, string>> = {
  submitCase: 'submitCase',
  acceptCase: 'acceptCase',
  deniedCase: 'deniedCase',
  requestInfo: 'pendingCases',
  modelsPrepared: 'caseProcess',
  modelsRefused: 'caseProcess',
  scansRecorded: 'caseProcess',
  suspend: 'caseSuspendedBtn',
  continue: 'caseRecoveryBtn',
  qualityAudit: 'qualityAudit',
  confirmDoctor: 'confirmDoctor',
  scheduleProduction: 'scheduleProduction',
  getCase: 'getCase',
  allocateCase: 'allocateCase',
  ship: 'first-order-shipment',
  confirmReceipt: 'confirmReceipt',
  refine: 'stageAdjustment',
  complete: 'completed',
  targetExpertReview: 'toothArrangementQualityAudit',
  targetDoctorReview: 'toothArrangementConfirmDoctor',
};

/** Where "update info" leads, by draft status (lifecycle.md, "List targets"). */
export const editTargets: Partial<Record<Status, string>> = {
  0: 'addInfo-diagnostic',
  1: 'addInfo-treatPlan',
  2: 'addInfo-toothLingual',
  3: 'addInfo-bracketLingual',
  4: 'addInfo-torqueLingual',
  5: 'addInfo-toothTransparent',
  6: 'addInfo-dentalTransparent',
  7: 'addInfo-photo',
  8: 'addInfo-STLdata',
  22: 'addInfo-STLdata',
};

/** The primary and second action that the list shows at a status (product-spec.md 4; 18–20 and 22 by lifecycle.md). */
export const buttons: Partial<Record<Status, readonly Action[]>> = {
  0: ['edit'],
  1: ['edit'],
  2: ['edit'],
  3: ['edit'],
  4: ['edit'],
  5: ['edit'],
  6: ['edit'],
  7: ['edit'],
  8: ['edit'],
  22: ['edit'],
  20: ['edit', 'submitCase'],
  9: ['submitCase'],
  10: ['acceptCase', 'deniedCase'],
  13: ['suspend'],
  27: ['suspend'],
  14: ['qualityAudit'],
  15: ['confirmDoctor'],
  16: ['scheduleProduction'],
  17: ['ship'],
  18: ['submitPlan'],
  19: ['submitPlan'],
  21: ['getCase', 'allocateCase'],
  23: ['confirmReceipt'],
  25: ['nextBatch', 'refine'],
  30: ['complete', 'refine'],
  33: ['continue'],
};

/**
 * Actions in front of the specification's buttons, for people who may take them (decision 30). The specification's
 * primary action of 13, 21, 25 and 30 is then the second one.
 */
export const leads: readonly { from: readonly Status[]; action: Action; when?: 'wear due' }[] = [
  { from: [13, 18, 19], action: 'submitPlan' },
  // Distributing is the supervisor's job; taking the case is the exception.
  { from: [21], action: 'allocateCase' },
  { from: [25, 30], action: 'recordWear', when: 'wear due' },
];
