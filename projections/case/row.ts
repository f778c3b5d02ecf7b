/** The row `case`: the decider's state, folded from the case's stream. */
import { type CaseRecord, type CaseState, evolve, initial, stateVersion } from '#events/case/case.ts';
import { caseStreamPrefix, isCaseEventType } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { roomsOf, waitRoomsOf } from '../rooms.ts';
import { folded, type Reader } from '../view.ts';

/** The case that an event of a case's stream is about. */
export const caseIdOf = (event: Recorded): string => event.stream.slice(caseStreamPrefix.length);

/**
 * The boundary where an event of the log becomes a case's event: only `perform` appends to these streams.
 * @throws Error where this version does not know the type: rows that skip an event would lie from then on
 */
export function caseRecord(event: Recorded): CaseRecord {
  if (!isCaseEventType(event.type)) throw new Error(`unknown event ${event.type} in ${event.stream}`);
  return event as unknown as CaseRecord;
}

export const caseRow = (read: Reader, caseId: string) => read.row<CaseState>('case', caseId);

const remembered = new WeakMap<CaseState, string[]>();

/** Everybody who sees the case or for whom it waits. States never change in place. */
export function caseRooms(state: CaseState): string[] {
  const known = remembered.get(state);
  if (known) return known;
  const rooms = [...roomsOf(state), ...waitRoomsOf(state)];
  remembered.set(state, rooms);
  return rooms;
}

export const caseView = folded<CaseState>({
  name: 'case',
  version: stateVersion,
  keep: 4000,
  follows: [caseStreamPrefix],
  keys: event => [caseIdOf(event)],
  fold: (row, event) => evolve(row ?? initial, caseRecord(event)),
  rooms: caseRooms,
});
