import { expect, test } from 'vitest';
import { countRefusalsByReason } from './refusals-by-reason.ts';

const item = (type: string, reason: string | null, times: number) => ({
  ...{ type, reason, times, group: null, cases: times, judged: 0, met: 0, costS: null },
});

test('refusals are counted by reason and by who refused what, the most frequent first', () => {
  const { reasons, types } = countRefusalsByReason([
    item('PlanDoctorReviewed', 'ipr', 2),
    item('TargetDoctorReviewed', 'ipr', 1),
    item('PlanExpertReviewed', 'staging', 5),
    item('PlanExpertReviewed', 'ipr', 1),
    item('PlanDoctorReviewed', null, 1),
    item('InfoRequested', 'records', 9),
  ]);
  expect(types).toEqual(['PlanDoctorReviewed', 'PlanExpertReviewed', 'TargetDoctorReviewed']);
  const counted = reasons.map(({ reason, total, items }) => [
    ...[reason, total],
    types.map(type => items.get(type)?.times ?? 0),
  ]);
  expect(counted).toEqual([
    ['staging', 5, [0, 5, 0]],
    ['ipr', 4, [2, 1, 1]],
    [null, 1, [1, 0, 0]],
  ]);
});
