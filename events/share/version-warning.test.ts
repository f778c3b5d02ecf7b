import { expect, test } from 'vitest';
import type { ReviewStatus } from '../plan/plan.ts';
import { versionWarning } from './version-warning.ts';

const [a, r, u]: ReviewStatus[] = ['approved', 'rejected', 'unreviewed'];
const cases: [of: string, list: (ReviewStatus | undefined)[], version: number, doubt: string | null][] = [
  ['the only version, approved', [a], 1, null],
  ['the only version, unreviewed', [u], 1, 'proposal'],
  ['rejected or recalled, without a successor', [r], 1, 'changing'],
  ['rejected, with an unreviewed successor', [r, u], 1, 'newer'],
  ['the unreviewed successor of a rejected version', [r, u], 2, 'proposal'],
  ['unreviewed, with a newer version', [u, u], 1, 'newer'],
  ['approved, with a newer approved version', [a, r, a], 1, 'newer'],
  ['approved, with a newer unreviewed version', [a, u], 1, null],
  ['approved, with a newer rejected version', [a, r], 1, null],
  ['an unknown version', [a], 2, 'proposal'],
];

test.each(cases)('the warning on a shared plan is right for: %s', (_, list, version, doubt) => {
  const versions = list.map((status = 'unreviewed', i) => ({ version: i + 1, status }));
  expect(versionWarning(version, versions)).toBe(doubt);
  // The order of the list is irrelevant.
  expect(versionWarning(version, versions.toReversed())).toBe(doubt);
});
