import { describe, expect, it } from 'vitest';
import { MIN_SEALED_SEGMENT_ROWS, planMerge, planMonthMerge, type Segment } from './segments.ts';

const segment = (rows: number, month = '2026-04'): Segment => ({
  ...{ file: `${rows}`, rows, bytes: 1, sha256: '', from: '1', to: '2', month },
});

/** Row counts of the segments after commits of so many rows each. */
function afterCommits(commits: number, rows: number): { sizes: number[]; written: number } {
  let segments: Segment[] = [];
  let written = 0;
  for (let i = 0; i < commits; i++) {
    const merged = planMerge(segments, rows);
    const sum = merged.reduce((all, one) => all + one.rows, rows);
    written += sum;
    segments = [...segments.filter(one => !merged.includes(one)), segment(sum)];
  }
  return { sizes: segments.map(one => one.rows), written };
}

describe('merging', () => {
  it('keeps a table in few segments, and writes each row a few times', () => {
    const { sizes, written } = afterCommits(5000, 3);
    expect(sizes.length).toBeLessThan(12);
    expect(sizes.reduce((a, b) => a + b)).toBe(15_000);
    expect(written / 15_000).toBeLessThan(12);
  });

  it('leaves sealed segments alone', () => {
    const { sizes } = afterCommits(10, 90_000);
    expect(Math.max(...sizes)).toBeLessThan(2 * MIN_SEALED_SEGMENT_ROWS);
    expect(planMerge([segment(MIN_SEALED_SEGMENT_ROWS)], MIN_SEALED_SEGMENT_ROWS)).toEqual([]);
  });

  it('takes any size of a keyed table', () => {
    const all = [segment(MIN_SEALED_SEGMENT_ROWS * 3), segment(MIN_SEALED_SEGMENT_ROWS * 2)];
    expect(planMerge(all, MIN_SEALED_SEGMENT_ROWS, Number.POSITIVE_INFINITY)).toEqual(all);
  });
});

describe('a month', () => {
  it('becomes one segment when it is over', () => {
    const april = [segment(MIN_SEALED_SEGMENT_ROWS), segment(MIN_SEALED_SEGMENT_ROWS + 1)];
    const all = [
      ...april,
      segment(10),
      segment(MIN_SEALED_SEGMENT_ROWS, '2026-05'),
      segment(MIN_SEALED_SEGMENT_ROWS, '2026-05'),
    ];
    expect(planMonthMerge(all, '2026-05')).toEqual(april);
  });

  it('stays as it is while it goes on, or if it has one segment', () => {
    expect(
      planMonthMerge([segment(MIN_SEALED_SEGMENT_ROWS), segment(MIN_SEALED_SEGMENT_ROWS)], '2026-04'),
    ).toBeUndefined();
    expect(planMonthMerge([segment(MIN_SEALED_SEGMENT_ROWS), segment(5)], '2026-05')).toBeUndefined();
  });
});
