/** Months of generated tracks, in the format of `/api/analysis/track`. */
import { monthStart, monthsBetween, nextMonth, trackFileMonthAt } from '#events/analysis/months.ts';
import { type CaseAtMoment, GONE, type StatusMove, writeTrack } from '#events/analysis/track.ts';
import { Status } from '#events/case/status.ts';
import { type MadeMoves, makeMoves } from '#events/testing/moves.ts';

type Standing = Map<string, CaseAtMoment>;

/** Applies the events of a month to the cases. */
function follow(standing: Standing, { moves, assignments }: MadeMoves): void {
  for (const { caseId: id, to: status, at: since } of moves)
    if (status === GONE) standing.delete(id);
    else standing.set(id, { person: null, ...standing.get(id), id, status, since });
  for (const { caseId, person } of assignments) {
    const known = standing.get(caseId);
    if (known) standing.set(caseId, { ...known, person });
  }
}

/** Groups events by the month of the track, once for all months. */
const byMonth = <T extends { at: number }>(events: readonly T[]) =>
  Map.groupBy(events, ({ at }) => trackFileMonthAt(at));

export type MadeTrackMonths = {
  first: number;
  moves: number;
  position: bigint;
  months: Map<string, Uint8Array>;
};

/** @param cases number of cases. Each makes about twenty moves, spread over the year 2026 */
export function makeTrackMonths(cases: number): MadeTrackMonths {
  const from = Date.UTC(2026, 0, 1) + 1;
  const made = makeMoves({ seed: 1, cases, from, to: Date.UTC(2026, 11, 1) });
  const [moves, assignments] = [byMonth(made.moves), byMonth(made.assignments)];
  const standing: Standing = new Map();
  const months = new Map<string, Uint8Array>();
  let position = 0n;
  for (const month of monthsBetween(
    trackFileMonthAt(from),
    trackFileMonthAt(made.moves.at(-1)?.at ?? from),
  )) {
    const own = { moves: moves.get(month) ?? [], assignments: assignments.get(month) ?? [] };
    const last = [own.moves.at(-1), own.assignments.at(-1)].map(one => one?.position ?? position);
    const end = last.toSorted((a, b) => Number(a - b)).at(-1) ?? position;
    const range = { from: monthStart(month), to: monthStart(nextMonth(month)) };
    const start = { ...range, startPosition: position, position: end, cases: [...standing.values()] };
    months.set(month, writeTrack(start, own.moves, own.assignments));
    follow(standing, own);
    position = end;
  }
  return { first: from, moves: made.moves.length, position, months };
}

/**
 * Consecutive months with many moves each, made by a few cases that alternate between two statuses. Not realistic
 * otherwise.
 */
export function makeBusyTrackMonths(names: readonly string[], movesEach: number): MadeTrackMonths {
  const cases = 1000;
  const standing: Standing = new Map();
  const months = new Map<string, Uint8Array>();
  let position = 0;
  for (const month of names) {
    const [from, to] = [monthStart(month), monthStart(nextMonth(month))];
    const moves = Array.from({ length: movesEach }, (_, i): StatusMove => {
      const status = Math.floor(i / cases) % 2 === 0 ? Status.PlanUnderDesign : Status.PlanAwaitingExpert;
      const at = from + Math.ceil(((i + 1) / movesEach) * ((to - from) / 1000)) * 1000;
      return { at, position: BigInt(position + i + 1), caseId: `C${i % cases}`, to: status };
    });
    const [startPosition, end] = [BigInt(position), BigInt(position + movesEach)];
    const start = { from, to, startPosition, position: end, cases: [...standing.values()] };
    months.set(month, writeTrack(start, moves));
    follow(standing, { moves, assignments: [] });
    position += movesEach;
  }
  return { first: monthStart(names[0] ?? ''), moves: position, position: BigInt(position), months };
}
