/** Derives a case's status and assignee from its events. The trail, the stays and the track share this rule. */
import type { CaseEvent } from '../case/stream.ts';
import { GONE } from './track-seek.ts';

type CaseChange = Pick<CaseEvent, 'type' | 'data'>;

/** Returns the status after an event. A deleted draft and an erased patient's case keep their status. */
export const statusAfter = <S extends number>(status: S, { data }: CaseChange): S | CaseStatus =>
  'to' in data ? data.to : status;
type CaseStatus = Extract<CaseEvent['data'], { to: unknown }>['to'];

/** Returns the assignee after an event. `CaseDenied` ends the assignment. */
export function assigneeAfter(assigneeId: string | null, { type, data }: CaseChange): string | null {
  if (type === 'CaseDenied') return null;
  return 'assigneeId' in data ? data.assigneeId : assigneeId;
}

/** The parts of a case whose history the track stores. */
export type StatusAndAssignee = { status: number; assigneeId: string | null };

/**
 * Returns the state after an event; the same object if nothing changes. A deleted draft is GONE; an erased patient's case
 * keeps its status, as in the list of cases.
 * @param before undefined before the first event
 */
export function statusAndAssigneeAfter(
  before: StatusAndAssignee | undefined,
  event: CaseChange,
): StatusAndAssignee {
  const { status, assigneeId } = before ?? { status: GONE, assigneeId: null };
  const after = {
    status: event.type === 'DraftDeleted' ? GONE : statusAfter(status, event),
    assigneeId: assigneeAfter(assigneeId, event),
  };
  const isSame = before && after.status === status && after.assigneeId === assigneeId;
  return isSame ? before : after;
}
