/**
 * The moves of one organisation's cases since the last month that has a file, folded from the log. Final events change
 * the state; the last ones, whose clock may still change, are laid over it for each answer.
 */
import { monthStart, nextMonth } from '#events/analysis/months.ts';
import { statusAndAssigneeAfter } from '#events/analysis/moves.ts';
import {
  type AssigneeChange,
  type CaseAtMoment,
  GONE,
  type StatusMove,
  type TrackStart,
} from '#events/analysis/track.ts';
import type { CaseEvent } from '#events/case/stream.ts';
import type { FindPseudonym } from './tables.ts';

/** An event of a case with its clock time in ms. */
export type ClockedCaseEvent = Pick<CaseEvent, 'type' | 'data'> & {
  caseId: string;
  position: bigint;
  clock: number;
};

type Changes = { moves: StatusMove[]; assignments: AssigneeChange[] };
/** The input of `writeTrack`. */
export type TrackMonth = Changes & { start: TrackStart };

type Cases = ReadonlyMap<string, CaseAtMoment>;
/** A state of all cases, and the position of the last change that it contains. */
export type TrackedCases = { cases: Cases; position: bigint };

const SECOND_MS = 1000;
/** Events that are kept apart at the end: twice the 100 whose clock may still change (clock.ts). */
const WITNESSED = 200;
const noCases: TrackedCases = { cases: new Map(), position: 0n };

/** Returns the number of changes up to a time. They count from the next whole second. */
function countUpTo(changes: readonly { at: number }[], end: number): number {
  const index = changes.findIndex(({ at }) => Math.ceil(at / SECOND_MS) * SECOND_MS > end);
  return index < 0 ? changes.length : index;
}

/** Splits changes at a time. */
function splitAt({ moves, assignments }: Changes, end: number): { before: Changes; after: Changes } {
  const [m, a] = [countUpTo(moves, end), countUpTo(assignments, end)];
  return {
    before: { moves: moves.slice(0, m), assignments: assignments.slice(0, a) },
    after: { moves: moves.slice(m), assignments: assignments.slice(a) },
  };
}

/** Returns the whole second of the last change, in ms; 0 without one. */
const lastSecond = ({ moves, assignments }: Changes): number =>
  Math.ceil(Math.max(moves.at(-1)?.at ?? 0, assignments.at(-1)?.at ?? 0) / SECOND_MS) * SECOND_MS;

/** Returns the state after some changes. */
function stateAfter({ cases, position }: TrackedCases, { moves, assignments }: Changes): TrackedCases {
  const after = new Map(cases);
  for (const { caseId: id, to: status, at: since } of moves)
    if (status === GONE) after.delete(id);
    else after.set(id, { id, status, since, person: after.get(id)?.person ?? null });
  for (const { caseId, person } of assignments) {
    const one = after.get(caseId);
    if (one) after.set(caseId, { ...one, person });
  }
  const positions = [moves.at(-1)?.position, assignments.at(-1)?.position, position];
  return {
    cases: after,
    position: positions.reduce<bigint>((most, one = 0n) => (one > most ? one : most), 0n),
  };
}

/** Folds one event into cases, and notes what it changes. */
function fold(
  cases: Map<string, CaseAtMoment>,
  changes: Changes,
  event: ClockedCaseEvent,
  pseudonym: FindPseudonym,
): void {
  const { caseId, position, clock: at } = event;
  const before = cases.get(caseId) ?? { status: GONE, since: at, person: null };
  const after = statusAndAssigneeAfter({ status: before.status, assigneeId: before.person }, event);
  const isMove = after.status !== before.status;
  const isAssignment = after.assigneeId !== before.person;
  if (!isMove && !isAssignment) return;
  const person = isAssignment && after.assigneeId !== null ? pseudonym(after.assigneeId) : after.assigneeId;
  if (isMove) changes.moves.push({ at, position, caseId, to: after.status });
  if (isAssignment) changes.assignments.push({ at, position, caseId, person });
  if (after.status === GONE) cases.delete(caseId);
  else cases.set(caseId, { id: caseId, status: after.status, since: isMove ? at : before.since, person });
}

export type OrganisationTrack = ReturnType<typeof createOrganisationTrack>;

/** @param begun state at the end of the last month that has a file. Default: no cases */
export function createOrganisationTrack(pseudonym: FindPseudonym, begun: TrackedCases = noCases) {
  let start = begun;
  let changes: Changes = { moves: [], assignments: [] };
  const now = new Map(start.cases);

  /** The changes with those of provisional events. */
  const withProvisional = (events: readonly ClockedCaseEvent[]): Changes => {
    const all = { moves: [...changes.moves], assignments: [...changes.assignments] };
    const cases = new Map(events.flatMap(({ caseId }) => [...entryOf(now, caseId)]));
    for (const event of events) fold(cases, all, event, pseudonym);
    return all;
  };

  return {
    /** Folds a final event. */
    push: (event: ClockedCaseEvent): void => fold(now, changes, event, pseudonym),
    /** Names the changes since the last file. A later event that changes nothing leaves the name. */
    version(provisional: readonly ClockedCaseEvent[]): string {
      const { moves, assignments } = withProvisional(provisional);
      const newest = [...moves.slice(-WITNESSED), ...assignments.slice(-WITNESSED)];
      return [
        moves.length,
        assignments.length,
        ...newest.map(({ position, at }) => `${position}@${at}`),
      ].join();
    },
    /**
     * Returns a month that has no file.
     * @param provisional events of this organisation behind the final ones
     * @param isOver false for the last month: its track ends with the last change
     */
    month(month: string, provisional: readonly ClockedCaseEvent[], isOver: boolean): TrackMonth {
      const [from, end] = [monthStart(month), monthStart(nextMonth(month))];
      const { before, after } = splitAt(withProvisional(provisional), from);
      const within = splitAt(after, end).before;
      const to = isOver ? end : Math.max(from, lastSecond(within));
      const began = stateAfter(start, before);
      const { position } = stateAfter({ cases: new Map(), position: began.position }, within);
      const cases = [...began.cases.values()];
      return { start: { from, to, startPosition: began.position, position, cases }, ...within };
    },
    /** Forgets the changes of a month that has a file now. No final event is later. */
    closeMonth(): void {
      start = stateAfter(start, changes);
      changes = { moves: [], assignments: [] };
    },
  };
}

function* entryOf(cases: Cases, id: string): Generator<[string, CaseAtMoment]> {
  const one = cases.get(id);
  if (one) yield [id, one];
}
