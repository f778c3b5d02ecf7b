import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReviewMove } from './live-review.ts';
import { groupMovesIntoSessions, recordedSessionGapMs, reviewerViewsAt } from './review-sessions.ts';

const start = Date.parse('2026-11-21T14:20:00.000Z');
const move = (by: string, seconds: number, stage = 0): ReviewMove => ({
  by,
  at: new Date(start + seconds * 1000).toISOString(),
  stage,
  camera: [0, 0, 175],
  tooth: null,
  pointer: null,
});
const facts = (moves: ReviewMove[]) =>
  groupMovesIntoSessions(moves).map(({ from, to, people, moves: own }) => [
    (Date.parse(from) - start) / 1000,
    (Date.parse(to) - start) / 1000,
    people.join(),
    own.length,
  ]);

describe('recorded review sessions', () => {
  it('are separated by more than a minute without a move', () => {
    expect(facts([move('a', 0), move('b', 60), move('a', 120.001)])).toEqual([
      [0, 60, 'a,b', 2],
      [120.001, 120.001, 'a', 1],
    ]);
  });
  it('are none without moves', () => {
    expect(groupMovesIntoSessions([])).toEqual([]);
  });
  it('hold every move once, in order of time, whatever the input order', () => {
    const moves = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 2000 })));
    fc.assert(
      fc.property(moves, list => {
        const all = list.map(([by, at], i) => move(by, at, i));
        const sittings = groupMovesIntoSessions(all);
        const times = sittings.flatMap(s => s.moves.map(m => Date.parse(m.at)));
        expect(times).toEqual(all.map(m => Date.parse(m.at)).sort((a, b) => a - b));
        // Independent rule: a session ends exactly where the next move is more than a gap later.
        const parted = times.filter(
          (at, i) => i > 0 && at - (times[i - 1] ?? 0) > recordedSessionGapMs,
        ).length;
        expect(sittings.length).toBe(times.length === 0 ? 0 : parted + 1);
        for (const { people, moves: own } of sittings)
          expect([...people].sort()).toEqual([...new Set(own.map(m => m.by))].sort());
      }),
      { seed: 5 },
    );
  });
});

describe('views at a moment', () => {
  const [sitting = { from: '', moves: [] }] = groupMovesIntoSessions([
    move('a', 0, 1),
    move('b', 4, 7),
    move('a', 9, 2),
  ]);
  const at = (ms: number) => reviewerViewsAt(sitting, ms).map(({ by, stage }) => `${by}${stage}`);
  it('are each person’s last move until then', () => {
    expect([at(0), at(3999), at(4000), at(8999), at(9000), at(99_000)]).toEqual([
      ['a1'],
      ['a1'],
      ['a1', 'b7'],
      ['a1', 'b7'],
      ['a2', 'b7'],
      ['a2', 'b7'],
    ]);
  });
});
