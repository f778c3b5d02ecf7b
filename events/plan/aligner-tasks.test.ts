import { expect, test } from 'vitest';
import { attachmentOn, planWith } from '../testing/plans.ts';
import { alignerTasksAt, stagesWithTasks } from './aligner-tasks.ts';

/** The default plan of `planWith`: 24 upper and 20 lower aligners. */
const plan = planWith({
  teeth: { 12: {}, 33: {} },
  attachments: [attachmentOn(12, { from: 3, to: 9 }), attachmentOn(33, { from: 2, to: 20 })],
});
const teeth = (stage: number) => {
  const { bond, check, remove } = alignerTasksAt(plan, stage);
  return [bond, check, remove].map(list => list.map(a => a.tooth));
};

test('an attachment is checked until it is removed', () => {
  expect([2, 3, 9, 10].map(teeth)).toEqual([
    [[33], [], []],
    [[12], [33], []],
    [[], [12, 33], []],
    [[], [33], [12]],
  ]);
});

test('the shorter arch stays at its last aligner with its attachments', () => {
  expect([plan.upperStages, plan.lowerStages]).toEqual([24, 20]);
  expect([20, 21, 24].map(teeth)).toEqual([
    [[], [33], []],
    [[], [33], []],
    [[], [33], []],
  ]);
  expect(stagesWithTasks(plan)).toEqual([2, 3, 10]);
});
