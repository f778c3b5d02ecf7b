/** Plan and target versions: their part of a case's state. */
import type { CaseFile } from '../case/files.ts';
import type { Option } from '../case/options.ts';
import type { Reason } from '../case/reasons.ts';
import type { CaseEvent, CaseEventOf } from '../case/stream.ts';

export type PlanReview = {
  by: string;
  at: string;
  result: Option<'review'>;
  note: string | null;
  /** Keyed reasons of a refusal; empty if none were given. */
  reasons: Reason[];
  /** Checklist points that were ticked. */
  checked: string[];
  /** Findings accepted knowingly: `request:3`, `comment:2`, … */
  acknowledged: string[];
};

export type PlanVersion = {
  version: number;
  name: string;
  by: string;
  at: string;
  upperStages: number;
  lowerStages: number;
  instructions: string | null;
  files: CaseFile[];
  /** SHA-256 of the bundle, hex. */
  bundle: string;
  expert: PlanReview | null;
  doctor: PlanReview | null;
  /** Set if a later recall or return voided the approval. */
  void: { by: string; at: string; note: string; reasons: Reason[] } | null;
};

export type ReviewStatus = 'unreviewed' | 'rejected' | 'approved';

/**
 * Review status of a version, from its events alone. A recalled version is unreviewed; a voided approval
 * counts as rejected.
 */
export function reviewStatus(plan: PlanVersion): ReviewStatus {
  if (plan.expert?.result === 'refused' || plan.doctor?.result === 'refused') return 'rejected';
  if (plan.doctor?.result !== 'approved') return 'unreviewed';
  return plan.void ? 'rejected' : 'approved';
}

export type CasePlansState = { plans: PlanVersion[]; targets: PlanVersion[] };
export const noPlans: CasePlansState = { plans: [], targets: [] };

type Where = { by: string; at: string };
type Submitted = CaseEventOf<'PlanSubmitted' | 'TargetSubmitted'>;
type Reviewed = CaseEventOf<
  'PlanExpertReviewed' | 'PlanDoctorReviewed' | 'TargetExpertReviewed' | 'TargetDoctorReviewed'
>;

function added(list: PlanVersion[], e: Submitted, where: Where): PlanVersion[] {
  const { version, upperStages, lowerStages, files, bundle } = e.data;
  const named = files.map(f => ({ ...f, ...where, name: e.personal.names[f.id] ?? '' }));
  const instructions = e.personal.instructions ?? null;
  const { name } = e.personal;
  const plan = { version, name, ...where, upperStages, lowerStages, instructions, files: named, bundle };
  return [...list, { ...plan, expert: null, doctor: null, void: null }];
}

function reviewed(list: PlanVersion[], who: 'expert' | 'doctor', e: Reviewed, where: Where): PlanVersion[] {
  const { result, checked = [], acknowledged = [], reasons = [] } = e.data;
  const said = { result, note: e.personal.note ?? null, reasons, checked, acknowledged };
  const review = { by: where.by, at: where.at, ...said };
  return list.map(p => (p.version === e.data.version ? { ...p, [who]: review } : p));
}

type Returned = CaseEventOf<'PlanRecalled' | 'ReturnedToDesign'>;

function voided(list: PlanVersion[], { data, personal }: Returned, where: Where): PlanVersion[] {
  const { version, reasons = [] } = data;
  return list.map(p =>
    p.version === version ? { ...p, void: { ...where, note: personal.note, reasons } } : p,
  );
}

/** Folds an event into the plans. Returns the same object for unrelated events. */
export function evolvePlans(part: CasePlansState, e: CaseEvent, where: Where): CasePlansState {
  switch (e.type) {
    case 'TargetSubmitted':
      return { ...part, targets: added(part.targets, e, where) };
    case 'TargetExpertReviewed':
      return { ...part, targets: reviewed(part.targets, 'expert', e, where) };
    case 'TargetDoctorReviewed':
      return { ...part, targets: reviewed(part.targets, 'doctor', e, where) };
    case 'PlanSubmitted':
      return { ...part, plans: added(part.plans, e, where) };
    case 'PlanExpertReviewed':
      return { ...part, plans: reviewed(part.plans, 'expert', e, where) };
    case 'PlanDoctorReviewed':
      return { ...part, plans: reviewed(part.plans, 'doctor', e, where) };
    case 'PlanRecalled':
    case 'ReturnedToDesign':
      return { ...part, plans: voided(part.plans, e, where) };
    default:
      return part;
  }
}

/** The newest version; undefined before the first. */
export const latestVersion = (list: readonly PlanVersion[]): PlanVersion | undefined => list[list.length - 1];

/** The version with a valid approval: the newest one, approved by the doctor and not voided. */
export function approvedPlan(part: CasePlansState): PlanVersion | undefined {
  const plan = latestVersion(part.plans);
  return plan && reviewStatus(plan) === 'approved' ? plan : undefined;
}
