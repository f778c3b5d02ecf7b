/** The row `case`: the decider's state, folded from the case's stream. */

import { type CaseState, caseStateVersion, evolveCase, initialCaseState } from '#events/case/case.ts';
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';
import { type Room, roomsSeeingCase, waitingListRoomsOf } from '../rooms.ts';
import type { FoldedView, RowReader } from '../view.ts';
import { presentCase } from './present.ts';
import { createCaseReads } from './reads.ts';
import type { CaseView } from './view.ts';

export const readCaseRow = (read: RowReader, caseId: string) => read.row<CaseState>('case', caseId);

const folded = new WeakMap<Recorded, { before: CaseState; after: CaseState }>();

/** Folds an event into the case. Computed once, for the view `case` and for views folded before it. */
export function foldCaseEvent(before: CaseState, event: Recorded): CaseState {
  const known = folded.get(event);
  if (known?.before === before) return known.after;
  const after = evolveCase(before, recordOf('case', event));
  folded.set(event, { before, after });
  return after;
}

const remembered = new WeakMap<CaseState, Room[]>();

/** Returns the rooms of everybody who sees the case or must act on it. Cached by state, because states are immutable. */
export function caseRooms(state: CaseState): Room[] {
  const known = remembered.get(state);
  if (known) return known;
  const rooms = [...roomsSeeingCase(state), ...waitingListRoomsOf(state)];
  remembered.set(state, rooms);
  return rooms;
}

export const caseView = {
  name: 'case',
  version: caseStateVersion,
  keep: 4000,
  follows: [caseStreamPrefix],
  keys: event => [caseIdOfEvent(event)],
  fold: (row, event) => foldCaseEvent(row ?? initialCaseState, event),
  rooms: caseRooms,
  present: presentCase,
  reads: createCaseReads,
} satisfies FoldedView<CaseState, CaseView>;
