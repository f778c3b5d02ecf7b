import { expect, test } from 'vitest';
import { cumulativeStageCounts } from './CaseLineage.tsx';

test('aligners add up along the lineage; a case without a plan adds none', () => {
  const stages = [{ upper: 24, lower: 20 }, null, { upper: 8, lower: 0 }];
  expect(cumulativeStageCounts(stages.map(one => ({ stages: one })))).toEqual([
    { upper: 24, lower: 20 },
    { upper: 24, lower: 20 },
    { upper: 32, lower: 20 },
  ]);
});
