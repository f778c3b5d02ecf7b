/**
 * The transition table of lifecycle.md as data: actors and statuses of each action, resulting statuses, and the people
 * for whom the case waits. The decider, the buttons, the API's refusals and SPEC.md are based on this table.
 */
import type { Position } from '../person/position.ts';
import {
  computedDraftStatuses,
  isDraft,
  isEditable,
  Status,
  statusCodes,
  statusesInPhase,
} from './status.ts';

/**
 * Actors of a rule. Positions count only for staff of the organisation that serves the case. `asker` requested the
 * pending information; `collaborator` was invited to the case and may comment; `self` is a Designer on their own case;
 * `system` is the server; `patient` holds the link to their own wear page.
 */
export type Actor =
  | 'owner'
  | 'helper'
  | 'collaborator'
  | 'assignee'
  | 'asker'
  | 'self'
  | 'system'
  | 'patient'
  | Extract<Position, 'Technician' | 'Specialist' | 'SuperMechanic' | 'Service' | 'VendorAdmin' | 'Admin'>;

/** The input that an action needs; its dialog follows from it. */
type Needs = 'confirmation' | 'note' | 'review' | 'technician' | 'files' | 'form';

/** A status, `prior` (the one before `returns` in status.ts), `draft` (computed), `same`, or `gone`. */
type Reach = Status | 'prior' | 'draft' | 'same' | 'gone';

export type ActionRule = {
  from: readonly Status[];
  by: readonly Actor[];
  to: readonly Reach[];
  /** A case at `from` waits for these people to take the action ("Action required"). */
  waits?: readonly Actor[];
  needs?: Needs;
  /** The rule holds only for cases in this condition. */
  when?: 'not after modelsRefused' | 'not archived' | 'archived';
  /** The button is next to its subject; lists and the menu of a case do not offer the action. */
  aside?: true;
};

const {
  ToSubmit,
  ToAccept,
  InfoRequested,
  CaseProcessing,
  PlanUnderDesign,
  PlanAwaitingExpert,
  PlanAwaitingDoctor,
  PrepareProduction,
  InProduction,
  DoctorRejected,
  ExpertRejected,
  SupervisorRejected,
  ToDistribute,
  ModelToBeShipped,
  Shipping,
  Completed,
  AwaitingNextBatch,
  InRefinement,
  ModelProcessing,
  TargetAwaitingExpert,
  TargetAwaitingDoctor,
  AllSent,
  Suspended,
} = Status;

/** Statuses of incomplete drafts. */
const openDrafts = computedDraftStatuses.filter(status => status !== ToSubmit);
const own = ['owner', 'helper'] as const;
/** The people who may comment on a plan. */
const talking = [
  'owner',
  'helper',
  'collaborator',
  'assignee',
  'Specialist',
  'SuperMechanic',
  'Service',
] as const;
/** Statuses at which a plan or target is designed or reviewed, so that new comments and requests are possible. */
const designing = statusesInPhase('design');
/** Statuses at which the assignee works on the plan. */
const withDesigner = [PlanUnderDesign, DoctorRejected, ExpertRejected] as const;
/** Statuses of production, delivery and wear, including an open refinement. */
const treated = statusesInPhase('production', 'treatment');
/** Statuses of production, delivery and wear without an open refinement. Existing comments can continue. */
const afterwards = treated.filter(status => status !== InRefinement);
/** Every status of a submitted case. A rejected case is a draft again. */
const submitted = statusCodes.filter(status => !isEditable(status));
/** Statuses that permit retainer orders: from design on, in the order of the codes (lifecycle.md, Retainers). */
const retaining = submitted.filter(status => status >= PlanUnderDesign);
/** Statuses from submission to the last parcel. A refinement has its own case, so it is excluded. */
const deliverable = statusCodes.filter(
  status => !isDraft(status) && status !== Completed && status !== InRefinement,
);

/** Builds a rule that keeps the status and whose button is next to its subject. */
const beside = (from: readonly Status[], by: readonly Actor[], needs?: Needs): readonly [ActionRule] => [
  { from, by, to: ['same'], ...(needs && { needs }), aside: true },
];

const rules = {
  edit: [
    { from: openDrafts, by: own, to: ['draft'], waits: own, needs: 'form' },
    { from: [ToSubmit], by: own, to: ['draft'], needs: 'form' },
    { from: [SupervisorRejected], by: own, to: ['same'], waits: own, needs: 'form' },
  ],
  deleteDraft: [
    {
      from: [...computedDraftStatuses, SupervisorRejected],
      by: ['owner'],
      to: ['gone'],
      needs: 'confirmation',
    },
  ],
  submitCase: [
    {
      from: [ToSubmit, SupervisorRejected],
      by: ['owner'],
      to: [ToAccept],
      waits: ['owner'],
      needs: 'confirmation',
    },
  ],
  withdraw: [{ from: [ToAccept], by: ['owner'], to: [ToSubmit], needs: 'confirmation' }],
  acceptCase: [
    {
      from: [ToAccept],
      by: ['SuperMechanic', 'Service'],
      to: [CaseProcessing, ModelProcessing],
      waits: ['SuperMechanic', 'Service'],
      needs: 'confirmation',
    },
  ],
  deniedCase: [
    {
      from: [ToAccept, CaseProcessing, ToDistribute, PlanUnderDesign, ModelProcessing],
      by: ['SuperMechanic'],
      to: [SupervisorRejected],
      needs: 'note',
    },
    { from: [ToAccept], by: ['Service'], to: [SupervisorRejected], needs: 'note' },
  ],
  modelsPrepared: [{ from: [CaseProcessing], by: ['system'], to: [ToDistribute, PlanUnderDesign] }],
  modelsRefused: [{ from: [CaseProcessing], by: ['system'], to: [InfoRequested] }],
  scansRecorded: [
    {
      from: [ModelProcessing],
      by: ['Technician', 'Service', 'SuperMechanic'],
      to: [CaseProcessing],
      waits: ['Technician', 'Service', 'SuperMechanic'],
      needs: 'files',
    },
  ],
  requestInfo: [
    {
      from: [
        CaseProcessing,
        ToDistribute,
        PlanUnderDesign,
        PlanAwaitingExpert,
        DoctorRejected,
        ExpertRejected,
        ModelProcessing,
      ],
      by: ['assignee', 'Specialist', 'SuperMechanic', 'Service'],
      to: [InfoRequested],
      needs: 'note',
    },
    { from: [ModelProcessing], by: ['Technician'], to: [InfoRequested], needs: 'note' },
  ],
  answer: [{ from: [InfoRequested], by: own, to: ['prior', CaseProcessing], waits: own, needs: 'form' }],
  cancelRequest: [
    {
      from: [InfoRequested],
      by: ['asker', 'SuperMechanic'],
      to: ['prior'],
      needs: 'confirmation',
      when: 'not after modelsRefused',
    },
  ],
  suspend: [
    {
      from: [PlanUnderDesign, ModelProcessing],
      by: ['assignee', 'SuperMechanic', 'Service'],
      to: [Suspended],
      needs: 'confirmation',
    },
  ],
  continue: [
    { from: [Suspended], by: ['assignee', 'SuperMechanic', 'Service'], to: ['prior'], needs: 'confirmation' },
  ],
  getCase: [
    {
      from: [ToDistribute],
      by: ['SuperMechanic', 'self'],
      to: [PlanUnderDesign],
      waits: ['SuperMechanic', 'self'],
      needs: 'confirmation',
    },
  ],
  allocateCase: [
    {
      from: [ToDistribute],
      by: ['SuperMechanic'],
      to: [PlanUnderDesign],
      waits: ['SuperMechanic'],
      needs: 'technician',
    },
  ],
  reassign: [{ from: withDesigner, by: ['SuperMechanic'], to: ['same'], needs: 'technician' }],
  submitTarget: [{ from: withDesigner, by: ['assignee'], to: [TargetAwaitingExpert], needs: 'form' }],
  targetExpertReview: [
    {
      from: [TargetAwaitingExpert],
      by: ['Specialist'],
      to: [TargetAwaitingDoctor, PlanUnderDesign],
      waits: ['Specialist'],
      needs: 'review',
    },
  ],
  targetDoctorReview: [
    { from: [TargetAwaitingDoctor], by: ['owner'], to: [PlanUnderDesign], waits: ['owner'], needs: 'review' },
  ],
  submitPlan: [
    { from: withDesigner, by: ['assignee'], to: [PlanAwaitingExpert], waits: ['assignee'], needs: 'form' },
  ],
  recallPlan: [
    {
      from: [PlanAwaitingExpert, PlanAwaitingDoctor],
      by: ['assignee'],
      to: [PlanUnderDesign],
      needs: 'note',
    },
  ],
  qualityAudit: [
    {
      from: [PlanAwaitingExpert],
      by: ['Specialist'],
      to: [PlanAwaitingDoctor, ExpertRejected],
      waits: ['Specialist'],
      needs: 'review',
    },
  ],
  confirmDoctor: [
    {
      from: [PlanAwaitingDoctor],
      by: ['owner'],
      to: [PrepareProduction, DoctorRejected],
      waits: ['owner'],
      needs: 'review',
    },
  ],
  scheduleProduction: [
    {
      from: [PrepareProduction],
      by: ['VendorAdmin'],
      to: [InProduction],
      waits: ['VendorAdmin'],
      needs: 'form',
    },
  ],
  returnToDesign: [
    { from: [PrepareProduction], by: ['VendorAdmin', 'SuperMechanic'], to: [PlanUnderDesign], needs: 'note' },
  ],
  ship: [
    { from: [InProduction], by: ['VendorAdmin'], to: [Shipping], waits: ['VendorAdmin'], needs: 'form' },
  ],
  batchFailed: [{ from: [InProduction], by: ['VendorAdmin'], to: [PrepareProduction], needs: 'note' }],
  confirmReceipt: [
    { from: [Shipping], by: own, to: [AwaitingNextBatch, AllSent], waits: own, needs: 'confirmation' },
  ],
  reportLost: [
    { from: [Shipping], by: ['owner', 'helper', 'VendorAdmin'], to: [PrepareProduction], needs: 'note' },
  ],
  nextBatch: [
    {
      from: [AwaitingNextBatch],
      by: ['owner', 'VendorAdmin', 'Service'],
      to: [PrepareProduction],
      waits: ['owner'],
      needs: 'confirmation',
    },
  ],
  refine: [{ from: [AwaitingNextBatch, AllSent], by: ['owner'], to: [InRefinement], needs: 'form' }],
  refinementEnded: [{ from: [InRefinement], by: ['system'], to: [Completed, 'prior'] }],
  complete: [
    { from: [AwaitingNextBatch, Suspended], by: ['owner'], to: [Completed], needs: 'form' },
    { from: [AllSent], by: ['owner'], to: [Completed], waits: ['owner'], needs: 'form' },
  ],
  archive: [
    { from: [Completed], by: ['owner', 'Admin'], to: ['same'], needs: 'confirmation', when: 'not archived' },
  ],
  unarchive: [{ from: [Completed], by: ['Admin'], to: ['same'], needs: 'confirmation', when: 'archived' }],
  commentPlan: beside(designing, talking, 'note'),
  replyComment: beside([...designing, ...afterwards], talking, 'note'),
  resolveComment: beside([...designing, ...afterwards], talking),
  reopenComment: beside([...designing, ...afterwards], talking),
  requestChange: [
    {
      from: [PlanAwaitingExpert, TargetAwaitingExpert],
      by: ['Specialist'],
      to: ['same'],
      needs: 'form',
      aside: true,
    },
    { from: [PlanAwaitingDoctor, TargetAwaitingDoctor], by: own, to: ['same'], needs: 'form', aside: true },
  ],
  withdrawChange: beside(designing, ['Specialist', ...own], 'confirmation'),
  // The result of a check can arrive after the case was paused or has moved on.
  requestsMeasured: beside([...designing, ...afterwards, InfoRequested, Suspended], ['system']),
  // Staff do not see drafts, such as 22.
  setDelivery: [
    { from: [...deliverable, ModelToBeShipped], by: own, to: ['same'], needs: 'form', aside: true },
    { from: deliverable, by: ['Service'], to: ['same'], needs: 'form', aside: true },
  ],
  finishBatch: beside([InProduction], ['VendorAdmin'], 'confirmation'),
  correctParcel: beside([Shipping], ['VendorAdmin'], 'form'),
  orderTray: beside([Shipping, AwaitingNextBatch, AllSent], own, 'form'),
  shipTray: beside([...treated, Completed], ['VendorAdmin'], 'form'),
  receiveTray: beside([...treated, Completed], own, 'confirmation'),
  recordWear: beside(treated, own, 'form'),
  holdWear: beside(treated, own, 'form'),
  resumeWear: beside(treated, own, 'form'),
  extendWear: beside(treated, own, 'form'),
  changeAligner: beside(treated, [...own, 'patient'], 'form'),
  missAligner: beside(treated, ['patient'], 'form'),
  settleMissed: beside(treated, own, 'confirmation'),
  takeBackMissed: beside(treated, ['patient'], 'confirmation'),
  checkWear: beside(treated, own, 'form'),
  applyRetainer: beside(retaining, ['owner'], 'form'),
  produceRetainer: beside(retaining, ['VendorAdmin'], 'confirmation'),
  deliverRetainer: beside(retaining, ['VendorAdmin'], 'form'),
  receiveRetainer: beside(retaining, own, 'confirmation'),
  recordProcess: beside([...treated, Completed], own, 'form'),
  removeProcess: beside([...treated, Completed], own, 'confirmation'),
  recordVisit: beside([...treated, Completed], own, 'form'),
  removeVisit: beside([...treated, Completed], own, 'confirmation'),
  remark: beside(submitted, [...own, 'Service'], 'form'),
  addOther: beside(submitted, [...own, 'assignee', 'Service'], 'files'),
} as const satisfies Record<string, readonly ActionRule[]>;

export type Action = keyof typeof rules;
export const actionNames = Object.keys(rules) as Action[];

export function isAction(name: string): name is Action {
  return Object.hasOwn(rules, name);
}

/** Returns the rules of one action in their common type. */
export function rulesOf(action: Action): readonly ActionRule[] {
  return rules[action];
}

const byStatus = new Map<Status, (readonly [Action, ActionRule])[]>();
for (const action of actionNames)
  for (const rule of rulesOf(action))
    for (const status of rule.from) byStatus.set(status, [...(byStatus.get(status) ?? []), [action, rule]]);

/**
 * Returns the rules that start at a status, in the table's order. Reads an index, because every row of every list asks.
 */
export const rulesFrom = (status: Status): readonly (readonly [Action, ActionRule])[] =>
  byStatus.get(status) ?? [];

/** Primary and second action of the list by status (product-spec.md 4; 18–20 and 22 from lifecycle.md). */
export const statusButtons: Partial<Record<Status, readonly Action[]>> = {
  ...Object.fromEntries(openDrafts.map(status => [status, ['edit']])),
  [SupervisorRejected]: ['edit', 'submitCase'],
  [ToSubmit]: ['submitCase'],
  [ToAccept]: ['acceptCase', 'deniedCase'],
  [PlanUnderDesign]: ['suspend'],
  [ModelProcessing]: ['suspend'],
  [PlanAwaitingExpert]: ['qualityAudit'],
  [PlanAwaitingDoctor]: ['confirmDoctor'],
  [PrepareProduction]: ['scheduleProduction'],
  [InProduction]: ['ship'],
  [DoctorRejected]: ['submitPlan'],
  [ExpertRejected]: ['submitPlan'],
  [ToDistribute]: ['getCase', 'allocateCase'],
  [Shipping]: ['confirmReceipt'],
  [AwaitingNextBatch]: ['nextBatch', 'refine'],
  [AllSent]: ['complete', 'refine'],
  [Suspended]: ['continue'],
};

/**
 * Actions that precede the specification's buttons for people who may take them (decision 30). The specification's
 * primary action becomes the second one.
 */
export const leadActionsByStatus: readonly { from: readonly Status[]; action: Action; when?: 'wear due' }[] =
  [
    { from: withDesigner, action: 'submitPlan' },
    // Distributing is the supervisor's job; taking the case is the exception.
    { from: [ToDistribute], action: 'allocateCase' },
    { from: [AwaitingNextBatch, AllSent], action: 'recordWear', when: 'wear due' },
  ];
