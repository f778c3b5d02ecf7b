/**
 * Who holds a case at a status. The laboratory does not count the time with a patient or a carrier as its own waiting.
 * Pure.
 */
import { type CasePhase, Status, statuses } from '../case/status.ts';

/** Holders of a case, in the order in which screens offer them. */
export const caseHolders = ['laboratory', 'doctor', 'carrier', 'patient', 'nobody'] as const;
export type CaseHolder = (typeof caseHolders)[number];

const ofPhase = {
  draft: 'doctor',
  intake: 'laboratory',
  design: 'laboratory',
  production: 'laboratory',
  treatment: 'patient',
  ended: 'nobody',
  halted: 'nobody',
} as const satisfies Record<CasePhase, CaseHolder>;

/** Statuses whose holder differs from that of their phase. */
const others: Readonly<Partial<Record<Status, CaseHolder>>> = {
  [Status.InfoRequested]: 'doctor',
  [Status.PlanAwaitingDoctor]: 'doctor',
  [Status.TargetAwaitingDoctor]: 'doctor',
  [Status.Shipping]: 'carrier',
};

export const caseHolderOf = (status: Status): CaseHolder => others[status] ?? ofPhase[statuses[status].phase];
