/** Joins the tracks of consecutive months into one. */
import { UnreadableTrackError } from './track.ts';
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

type Column = Float64Array | Uint32Array | Uint8Array | Uint16Array;

/** Concatenates the parts into `into`, an empty column that has room for all of them. */
function concat<T extends Column>(into: T, parts: readonly ArrayLike<number>[]): T {
  let at = 0;
  for (const part of parts) {
    into.set(part, at);
    at += part.length;
  }
  return into;
}

/** Extends a column of the start's state to cases that are created later. */
function padded<T extends Column>(into: T, absent: number, start: ArrayLike<number>): T {
  into.fill(absent);
  into.set(start);
  return into;
}

const lengthOf = (parts: readonly { length: number }[]) => parts.reduce((sum, { length }) => sum + length, 0);
const joined64 = (parts: readonly Float64Array[]) => concat(new Float64Array(lengthOf(parts)), parts);
const joined32 = (parts: readonly Uint32Array[]) => concat(new Uint32Array(lengthOf(parts)), parts);
const joined16 = (parts: readonly Uint16Array[]) => concat(new Uint16Array(lengthOf(parts)), parts);
const joined8 = (parts: readonly Uint8Array[]) => concat(new Uint8Array(lengthOf(parts)), parts);

/** Converts a month's indexes of people to those of all months. NOBODY stays NOBODY. */
const mapped = <T extends Uint32Array | Uint16Array>(indexes: T, map: Uint32Array | undefined): T =>
  indexes.map(index => map?.[index] ?? NOBODY) as T;

/**
 * Joins tracks, each of which begins where the one before it ends. The ids of the first one keep their indexes.
 * @throws UnreadableTrackError `gap`: there are no tracks, or they do not follow each other; RangeError if there
 * are so many people that an index would reach NOBODY
 */
export function joinTracks(months: readonly Track[]): Track {
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last || months.some((one, i) => i > 0 && months[i - 1]?.to !== one.from))
    throw new UnreadableTrackError('gap');
  if (first === last) return first;
  const cases = unite(months.map(({ caseIds }) => caseIds));
  const people = unite(months.map(one => one.people));
  if (people.all.length > NOBODY) throw new RangeError(`a track has at most ${NOBODY} people`);
  const moves = months.map(one => one.moves(0, one.moveCount));
  const assignments = months.map(one => one.assignments);
  const size = cases.all.length;
  return createTrack({
    from: first.from,
    to: last.to,
    startPosition: first.startPosition,
    position: last.position,
    caseIds: cases.all,
    people: people.all,
    startStatuses: padded(new Uint8Array(size), GONE, first.startStatuses),
    startSince: padded(new Float64Array(size), Number.NaN, first.startSince),
    startPeople: padded(new Uint16Array(size), NOBODY, first.startPeople),
    moves: {
      times: joined64(moves.map(({ times }) => times)),
      caseIndexes: joined32(moves.map((one, i) => mapped(one.caseIndexes, cases.maps[i]))),
      froms: joined8(moves.map(({ froms }) => froms)),
      tos: joined8(moves.map(({ tos }) => tos)),
      positions: joined64(moves.map(({ positions }) => positions)),
    },
    assignments: {
      times: joined64(assignments.map(({ times }) => times)),
      caseIndexes: joined32(assignments.map((one, i) => mapped(one.caseIndexes, cases.maps[i]))),
      people: joined16(assignments.map((one, i) => mapped(one.people, people.maps[i]))),
      positions: joined64(assignments.map(({ positions }) => positions)),
    },
  });
}
