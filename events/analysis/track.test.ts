import { describe, expect, it } from 'vitest';
import { createRandom } from '../script/random.ts';
import { type MadeMoves, makeMoves } from '../testing/moves.ts';
import {
  type AssigneeChange,
  type CaseAtMoment,
  GONE,
  NOBODY,
  openTrack,
  type StatusMove,
  type Track,
  UnreadableTrackError,
  writeTrack,
} from './track.ts';
import { joinTracks } from './track-join.ts';
import { STATUS_COUNTS_LENGTH } from './track-seek.ts';

const DAY_MS = 86_400_000;
const from = Date.UTC(2026, 0, 1);
const to = from + 180 * DAY_MS;

/** The state of all cases at a time, folded from all moves. */
function foldAt({ moves, assignments }: MadeMoves, ms: number): Map<string, CaseAtMoment> {
  const cases = new Map<string, CaseAtMoment>();
  for (const { at, caseId: id, to: status } of moves) {
    if (at > ms) break;
    const person = cases.get(id)?.person ?? null;
    if (status === GONE) cases.delete(id);
    else cases.set(id, { id, status, since: Math.ceil(at / 1000) * 1000, person });
  }
  for (const { at, caseId, person } of assignments) {
    const one = cases.get(caseId);
    if (at <= ms && one) cases.set(caseId, { ...one, person });
  }
  return cases;
}

/** The same as the track says it. */
function casesAt(track: Track, ms: number): Map<string, CaseAtMoment> {
  const [statuses, since, people] = [track.statusesAt(ms), track.sinceAt(ms), track.assigneesAt(ms)];
  const cases = new Map<string, CaseAtMoment>();
  for (const [i, id] of track.caseIds.entries()) {
    const status = statuses[i] ?? GONE;
    if (status === GONE) continue;
    const person = track.people[people[i] ?? NOBODY] ?? null;
    cases.set(id, { id, status, since: since[i] ?? Number.NaN, person });
  }
  return cases;
}

const sorted = (cases: Map<string, CaseAtMoment>) =>
  [...cases.values()].sort((a, b) => (a.id < b.id ? -1 : 1));

const within = <T extends StatusMove | AssigneeChange>(events: readonly T[], start: number, end: number) =>
  events.filter(({ at }) => at > start && at <= end);

/** A track of a part of the range, with the state at its start. */
function trackOf(made: MadeMoves, start: number, end: number): Track {
  const before = made.moves.findLast(({ at }) => at <= start)?.position ?? 0n;
  const position = made.moves.findLast(({ at }) => at <= end)?.position ?? before;
  const cases = sorted(foldAt(made, start));
  return openTrack(
    writeTrack(
      { from: start, to: end, startPosition: before, position, cases },
      within(made.moves, start, end),
      within(made.assignments, start, end),
    ),
  );
}

it('refuses more people than its columns can number', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ at: from + 1, position: 2n, caseId: 'A', person: `u${i}` }));
  const start = { from, to, startPosition: 0n, position: 2n, cases: [] };
  const created = [{ at: from + 1, position: 1n, caseId: 'A', to: 0 }];
  expect(openTrack(writeTrack(start, created, people(NOBODY))).people).toHaveLength(NOBODY);
  expect(() => writeTrack(start, created, people(NOBODY + 1))).toThrow(RangeError);
});

describe('the track at a second', () => {
  it.each([1, 2, 3])('equals a plain fold of the moves, seed %i', seed => {
    const made = makeMoves({ seed, cases: 900, from, to });
    const track = trackOf(made, from + 20 * DAY_MS, to);
    const random = createRandom(seed);
    expect(track.moveCount).toBeGreaterThan(4096 * 2);
    for (let i = 0; i < 20; i++) {
      const ms = from + 20 * DAY_MS + random.below(160 * 86_400) * 1000;
      const expected = foldAt(made, ms);
      expect(sorted(casesAt(track, ms))).toEqual(sorted(expected));
      const counts = new Uint32Array(STATUS_COUNTS_LENGTH);
      for (const { status } of expected.values()) counts[status] = (counts[status] ?? 0) + 1;
      expect(track.countsAt(ms)).toEqual(counts);
    }
  });

  it('clamps times outside its range', () => {
    const made = makeMoves({ seed: 4, cases: 50, from, to });
    const track = trackOf(made, from + 30 * DAY_MS, from + 60 * DAY_MS);
    expect(sorted(casesAt(track, 0))).toEqual(sorted(foldAt(made, from + 30 * DAY_MS)));
    expect(sorted(casesAt(track, to))).toEqual(sorted(foldAt(made, from + 60 * DAY_MS)));
  });

  it('rounds a time up, so that nothing has happened before it did', () => {
    const track = openTrack(
      writeTrack({ from: 0, to: 60_000, startPosition: 0n, position: 9n, cases: [] }, [
        { at: 1001, position: 9n, caseId: 'A', to: 10 },
      ]),
    );
    expect([1000, 1999, 2000].map(ms => track.countsAt(ms)[10])).toEqual([0, 0, 1]);
  });

  it('names the position of the last move, and the status before each move', () => {
    const made = makeMoves({ seed: 5, cases: 40, from, to });
    const track = trackOf(made, from, to);
    const { positions, froms, tos, caseIndexes } = track.moves(0, track.moveCount);
    expect([...positions]).toEqual(made.moves.map(({ position }) => Number(position)));
    expect(track.positionAt(from)).toBe(0);
    expect(track.positionAt(to)).toBe(Number(made.moves.at(-1)?.position));
    const before = new Map<number, number>();
    for (const [i, index] of caseIndexes.entries()) {
      expect(froms[i]).toBe(before.get(index) ?? GONE);
      before.set(index, tos[i] ?? GONE);
    }
  });
});

describe('the track at a position', () => {
  it('has the moves and assignments up to it, also within one second', () => {
    const at = 1500;
    const move = (position: bigint, status: number) => ({ at, position, caseId: 'A', to: status });
    const track = openTrack(
      writeTrack(
        { from: 0, to: 60_000, startPosition: 0n, position: 9n, cases: [] },
        [move(3n, 10), move(5n, 12)],
        [{ at, position: 4n, caseId: 'A', person: 'u1' }],
      ),
    );
    const states = [2, 3, 4, 5].map(position => {
      const person = track.people[track.assigneesAt({ position })[0] ?? NOBODY];
      return [track.statusesAt({ position })[0], person];
    });
    expect(states).toEqual([
      [GONE, undefined],
      [10, undefined],
      [10, 'u1'],
      [12, 'u1'],
    ]);
  });
});

describe('joined months', () => {
  it('equal the track of the whole range', () => {
    const made = makeMoves({ seed: 6, cases: 400, from, to });
    const ends = [0, 31, 59, 90, 120].map(day => from + day * DAY_MS);
    const months = ends.slice(1).map((end, i) => trackOf(made, ends[i] ?? from, end));
    const joined = joinTracks(months);
    const whole = trackOf(made, from, ends.at(-1) ?? to);
    expect(joined.moveCount).toBe(whole.moveCount);
    for (let day = 0; day <= 120; day += 7) {
      const ms = from + day * DAY_MS + 3_723_000;
      expect(sorted(casesAt(joined, ms))).toEqual(sorted(casesAt(whole, ms)));
      expect(joined.positionAt(ms)).toBe(whole.positionAt(ms));
    }
  });

  it('rejects months that do not follow each other', () => {
    const made = makeMoves({ seed: 7, cases: 5, from, to });
    const [first, third] = [
      trackOf(made, from, from + DAY_MS),
      trackOf(made, from + 2 * DAY_MS, from + 3 * DAY_MS),
    ];
    for (const months of [[], [first, third]])
      expect(() => joinTracks(months)).toThrow(new UnreadableTrackError('gap'));
  });
});

describe('the bytes', () => {
  const made = makeMoves({ seed: 8, cases: 300, from, to });
  const start = { from, to, startPosition: 0n, position: 99_999n, cases: [] };
  const bytes = writeTrack(start, made.moves, made.assignments);

  it('are the same for the same moves', () => {
    expect(writeTrack(start, [...made.moves], [...made.assignments])).toEqual(bytes);
  });

  it('take at most ten bytes a move besides the ids of cases and people', () => {
    const many = makeMoves({ seed: 9, cases: 3000, from, to });
    const ids = new Set(many.moves.map(({ caseId }) => caseId)).size;
    const size = writeTrack(start, many.moves).length - ids * 7;
    expect(size / many.moves.length).toBeLessThanOrEqual(10);
  });

  it('hold positions beyond 32 bits', () => {
    const position = 2n ** 50n;
    const track = openTrack(
      writeTrack({ ...start, startPosition: position, position: position + 5n }, [
        { at: from + 1, position: position + 5n, caseId: 'A', to: 0 },
      ]),
    );
    expect(track.positionAt(to)).toBe(2 ** 50 + 5);
    expect(track.position).toBe(2 ** 50 + 5);
  });

  it('are refused when foreign, newer, cut or changed at any byte', () => {
    const fault = (wrong: Uint8Array) => {
      try {
        openTrack(wrong);
        return 'opened';
      } catch (error) {
        return error instanceof UnreadableTrackError ? error.fault : error;
      }
    };
    expect(fault(new Uint8Array())).toBe('foreign');
    expect(fault(new TextEncoder().encode('{"code":102029}'))).toBe('foreign');
    expect(fault(bytes.with(4, 2))).toBe('newer');
    for (let size = 5; size < bytes.length; size += 997)
      expect(fault(bytes.subarray(0, size))).toBe('damaged');
    for (let at = 5; at < bytes.length; at += 499)
      expect(fault(bytes.with(at, (bytes[at] ?? 0) ^ 1))).toBe('damaged');
  });
});
