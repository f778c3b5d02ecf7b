/**
 * The keyed reasons that an action offers besides its note. The note is sealed; the keys are open data of the event, so
 * that reports can count them. `reportLost`, `modelsRefused` and `orderTray` offer none, because their event, its
 * defects or its own reason already says why.
 */
import type { Option } from './options.ts';
import type { Action } from './rules.ts';

export type Reason = Option<'reason'>;

const plan = [
  'movement',
  'staging',
  'attachments',
  'ipr',
  'midline',
  'occlusion',
  'space',
  'records',
  'order-differs',
  'other',
] as const;
/** A target is an end position: it has no stages. */
const target = [
  'movement',
  'ipr',
  'midline',
  'occlusion',
  'space',
  'records',
  'order-differs',
  'other',
] as const;

/** Reasons by action, in the order of display. Each is a part of `options.reason`. */
export const reasonsByAction = {
  deniedCase: ['records', 'order-differs', 'movement', 'occlusion', 'space', 'defect', 'other'],
  requestInfo: [
    'records',
    'order-differs',
    'movement',
    'attachments',
    'ipr',
    'midline',
    'occlusion',
    'space',
    'defect',
    'other',
  ],
  targetExpertReview: target,
  targetDoctorReview: target,
  qualityAudit: plan,
  confirmDoctor: plan,
  recallPlan: [...plan, 'defect'],
  returnToDesign: ['staging', 'movement', 'attachments', 'ipr', 'space', 'order-differs', 'defect', 'other'],
  batchFailed: ['defect', 'staging', 'attachments', 'order-differs', 'other'],
  refine: [
    'movement',
    'staging',
    'attachments',
    'ipr',
    'midline',
    'occlusion',
    'space',
    'order-differs',
    'defect',
    'other',
  ],
} as const satisfies Partial<Record<Action, readonly Reason[]>>;

export type ReasonedAction = keyof typeof reasonsByAction;

/** Returns the reasons that an action offers; none for most actions. */
export function reasonsOffered(action: Action): readonly Reason[] {
  const all: Partial<Record<Action, readonly Reason[]>> = reasonsByAction;
  return all[action] ?? [];
}
