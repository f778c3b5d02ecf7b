import { expect, test } from 'vitest';
import { isGoalMet } from './goals.ts';

test.each([
  [{ wanted: 4, ratio: 4 }, true],
  [{ wanted: 4, ratio: 3.9 }, false],
  [{ wanted: 'at least 1/12', ratio: 1 / 11 }, true],
  [{ wanted: 'at least 1/12', ratio: 1 / 13 }, false],
  [{ wanted: 'at least 1/1.15', ratio: 0.8 }, false],
  [{ wanted: 'at most 0.1', score: 0.05 }, true],
  [{ wanted: 'at most 0.1', score: 0.2 }, false],
  [{ ratio: 3 }, undefined],
  [{ wanted: 'as fast as may be', ratio: 3 }, undefined],
  [{ wanted: 4, notRun: 'no Python' }, undefined],
])('%j: %s', (row, met) => {
  expect(isGoalMet({ what: 'a row', ...row })).toBe(met);
});
