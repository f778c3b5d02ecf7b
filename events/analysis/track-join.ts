/** Joins the tracks of consecutive months into one. */
import { TrackUnreadable } from './track.ts';
import { createTrack, GONE, NOBODY, type Track } from './track-seek.ts';

/** Numbers the texts of several lists, and maps each list's indexes to them. */
function unite(lists: readonly (readonly string[])[]) {
  const numbers = new Map<string, number>();
  const maps = lists.map(list => {
    const map = new Uint32Array(list.length);
    for (const [i, text] of list.entries()) {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      map[i] = number;
    }
    return map;
  });
  return { all: [...numbers.keys()], maps };
}

/** Appends arrays of one type. */
function concat<T extends Float64Array | Uint32Array | Uint8Array | Uint16Array>(
  into: T,
  parts: readonly ArrayLike<number>[],
): T {
  let at = 0;
  for (const part of parts) {
    into.set(part, at);
    at += part.length;
  }
  return into;
}

const totalOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

/** Extends a column of the start's state to cases that are created later. */
const padded = <T extends Float64Array | Uint8Array | Uint16Array>(into: T, absent: number, start: T): T => {
  into.fill(absent);
  into.set(start);
  return into;
};

/**
 * Joins tracks, each of which begins where the one before it ends. The ids of the first one keep their indexes.
 * @throws TrackUnreadable `gap`: there is none, or they do not follow each other
 */
export function joinTracks(months: readonly Track[]): Track {
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last || months.some((one, i) => i > 0 && months[i - 1]?.to !== one.from))
    throw new TrackUnreadable('gap');
  if (first === last) return first;
  const cases = unite(months.map(({ caseIds }) => caseIds));
  const people = unite(months.map(one => one.people));
  const moves = months.map(one => one.moves(0, one.moveCount));
  const assignments = months.map(one => one.assignments);
  const moved = (at: number) => (index: number) => cases.maps[at]?.[index] ?? 0;
  const person = (at: number) => (index: number) =>
    index === NOBODY ? NOBODY : (people.maps[at]?.[index] ?? NOBODY);
  const moveCount = totalOf(months.map(one => one.moveCount));
  const assignmentCount = totalOf(assignments.map(({ times }) => times.length));
  return createTrack({
    from: first.from,
    to: last.to,
    startPosition: first.startPosition,
    position: last.position,
    caseIds: cases.all,
    people: people.all,
    startStatuses: padded(new Uint8Array(cases.all.length), GONE, first.startStatuses),
    startSince: padded(new Float64Array(cases.all.length), Number.NaN, first.startSince),
    startPeople: padded(new Uint16Array(cases.all.length), NOBODY, first.startPeople),
    moves: {
      times: concat(
        new Float64Array(moveCount),
        moves.map(({ times }) => times),
      ),
      caseIndexes: concat(
        new Uint32Array(moveCount),
        moves.map(({ caseIndexes }, i) => caseIndexes.map(moved(i))),
      ),
      froms: concat(
        new Uint8Array(moveCount),
        moves.map(({ froms }) => froms),
      ),
      tos: concat(
        new Uint8Array(moveCount),
        moves.map(({ tos }) => tos),
      ),
      positions: concat(
        new Float64Array(moveCount),
        moves.map(({ positions }) => positions),
      ),
    },
    assignments: {
      times: concat(
        new Float64Array(assignmentCount),
        assignments.map(({ times }) => times),
      ),
      caseIndexes: concat(
        new Uint32Array(assignmentCount),
        assignments.map(({ caseIndexes }, i) => caseIndexes.map(moved(i))),
      ),
      people: concat(
        new Uint16Array(assignmentCount),
        assignments.map((one, i) => one.people.map(person(i))),
      ),
    },
  });
}
