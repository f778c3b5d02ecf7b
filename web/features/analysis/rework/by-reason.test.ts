import { expect, test } from 'vitest';
import { byReason } from './by-reason.ts';

const item = (type: string, reason: string | null, times: number) => ({
  ...{ type, reason, times, group: null, cases: times },
});

test('refusals are counted by reason and by who refused, the most frequent first', () =>
  expect(
    byReason([
      item('PlanDoctorReviewed', 'ipr', 2),
      item('TargetDoctorReviewed', 'ipr', 1),
      item('PlanExpertReviewed', 'staging', 5),
      item('PlanExpertReviewed', 'ipr', 1),
      item('PlanDoctorReviewed', null, 1),
      item('InfoRequested', 'records', 9),
    ]),
  ).toEqual([
    { reason: 'staging', doctor: 0, expert: 5 },
    { reason: 'ipr', doctor: 3, expert: 1 },
    { reason: null, doctor: 1, expert: 0 },
  ]));
