/** What an event changes in the track: the status of its case, and its assignee. */
import type { CaseEvent } from '../case/stream.ts';
import { GONE } from './track-seek.ts';

/** The parts of a case that the track follows. */
export type TrackedState = { status: number; assigneeId: string | null };

/**
 * Returns the state after an event; the same object if nothing changes. An erased patient's case keeps its status, as in
 * the list of cases.
 * @param before undefined before the first event
 */
export function trackedAfter(
  before: TrackedState | undefined,
  { type, data }: Pick<CaseEvent, 'type' | 'data'>,
): TrackedState {
  const { status, assigneeId } = before ?? { status: GONE, assigneeId: null };
  const after = {
    status: type === 'DraftDeleted' ? GONE : 'to' in data ? data.to : status,
    assigneeId: type === 'CaseDenied' ? null : 'assigneeId' in data ? data.assigneeId : assigneeId,
  };
  const isSame = before && after.status === status && after.assigneeId === assigneeId;
  return isSame ? before : after;
}
