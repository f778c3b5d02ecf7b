import { expect, test } from 'vitest';
import type { ReviewStatus } from '../plan/plan.ts';
import { doubtOf } from './doubt.ts';

const [a, r, u]: ReviewStatus[] = ['approved', 'rejected', 'unreviewed'];
const cases: [of: string, list: (ReviewStatus | undefined)[], version: number, doubt: string | null][] = [
  ['the only one, approved', [a], 1, null],
  ['the only one, not decided on', [u], 1, 'proposal'],
  ['refused or taken back, nothing after it', [r], 1, 'changing'],
  ['refused, its successor waits', [r, u], 1, 'newer'],
  ['the successor itself', [r, u], 2, 'proposal'],
  ['not decided on, and a newer one is there', [u, u], 1, 'newer'],
  ['approved, and a newer one is too', [a, r, a], 1, 'newer'],
  ['approved, while a newer one waits', [a, u], 1, null],
  ['approved, while a newer one was refused', [a, r], 1, null],
  ['one that is not there', [a], 2, 'proposal'],
];

test.each(cases)('%s', (_, list, version, doubt) => {
  const versions = list.map((status = 'unreviewed', i) => ({ version: i + 1, status }));
  expect(doubtOf(version, versions)).toBe(doubt);
  // The order of a list says nothing.
  expect(doubtOf(version, versions.toReversed())).toBe(doubt);
});
