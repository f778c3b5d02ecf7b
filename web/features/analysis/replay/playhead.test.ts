import { describe, expect, it } from 'vitest';
import {
  advance,
  dayMs,
  followEnd,
  type Playhead,
  pause,
  seek,
  stepDay,
  stepToMove,
  togglePlaying,
  withLongerRange,
  withSpeed,
} from './playhead.ts';

const start = Date.UTC(2026, 0, 1);
const range = { start, end: start + 10 * dayMs };
const still: Playhead = { at: start, playing: false, speed: '1d', following: false };
const playing: Playhead = { ...still, playing: true };

describe('the playhead', () => {
  it('advances by its speed', () => {
    expect(advance(playing, range, 500).at).toBe(start + dayMs / 2);
    expect(advance(withSpeed(playing, '1h'), range, 500).at).toBe(start + 1_800_000);
    expect(advance(withSpeed(playing, '1w'), range, 1000).at).toBe(start + 7 * dayMs);
  });

  it('does not advance while it rests', () => expect(advance(still, range, 500)).toBe(still));

  it('stops at the end, and starts again from the beginning', () => {
    const over = advance(playing, range, 60_000);
    expect(over).toMatchObject({ at: range.end, playing: false });
    expect(togglePlaying(over, range)).toMatchObject({ at: start, playing: true });
  });

  it('rests on a whole second, which a link can name', () => {
    const at = start + 1234.5;
    expect(pause({ ...playing, at }).at).toBe(start + 1000);
    expect(seek(still, range, at).at).toBe(start + 1000);
  });

  it('stays within the range', () => {
    expect(seek(still, range, start - 1).at).toBe(start);
    expect(seek(still, range, range.end + dayMs).at).toBe(range.end);
    expect(stepDay(still, range, -1).at).toBe(start);
  });

  it('steps a day, and stops playing', () => {
    expect(stepDay(playing, range, 1)).toMatchObject({ at: start + dayMs, playing: false });
  });
});

describe('steps from move to move', () => {
  const times = Float64Array.from([1, 5, 5, 9].map(s => start + s * 1000));
  const moves = { times, indexAt: (ms: number) => times.filter(time => time <= ms).length };
  const at = (seconds: number) => ({ ...still, at: start + seconds * 1000 });
  const second = (head: Playhead) => (head.at - start) / 1000;

  it.each([
    [0, 1],
    [1, 5],
    [3, 5],
    [5, 9],
  ])('from second %i to the next at %i', (from, to) =>
    expect(second(stepToMove(at(from), range, 1, moves))).toBe(to),
  );

  it.each([
    [9, 5],
    [7, 5],
    [5, 1],
    [3, 1],
  ])('from second %i to the previous at %i', (from, to) =>
    expect(second(stepToMove(at(from), range, -1, moves))).toBe(to),
  );

  it('go to the ends of the range where no move is left', () => {
    expect(stepToMove(at(9), range, 1, moves).at).toBe(range.end);
    expect(stepToMove(at(1), range, -1, moves).at).toBe(range.start);
  });
});

describe('following', () => {
  const longer = { start, end: range.end + 60_000 };

  it('stays at the end as events arrive', () => {
    const following = followEnd(playing, range);
    expect(following).toMatchObject({ at: range.end, playing: false, following: true });
    expect(withLongerRange(following, longer).at).toBe(longer.end);
    expect(withLongerRange(still, longer).at).toBe(start);
  });

  it('ends with a jump or with play', () => {
    const following = followEnd(still, range);
    expect(seek(following, longer, start).following).toBe(false);
    expect(togglePlaying(following, longer).following).toBe(false);
  });
});
