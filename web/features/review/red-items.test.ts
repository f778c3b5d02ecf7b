import { expect, test } from 'vitest';
import { reviewApprovalOf, toggleAcknowledged } from './red-items.ts';

const red = ['request:1', 'contacts:unmeasured'].map(key => ({ key, text: key }));

test('an approval acknowledges every red point, in order', () => {
  expect(reviewApprovalOf(red, new Set(['contacts:unmeasured', 'request:1']), false)).toEqual({
    result: 'approved',
    acknowledged: ['request:1', 'contacts:unmeasured'],
  });
  expect(reviewApprovalOf([], new Set(['request:1']), false)).toEqual({
    result: 'approved',
    acknowledged: [],
  });
});

test('approval is blocked while a red point is not acknowledged or a measurement runs', () => {
  expect(reviewApprovalOf(red, new Set(['request:1']), false)).toBeNull();
  expect(reviewApprovalOf(red, new Set(['request:1', 'contacts:unmeasured']), true)).toBeNull();
});

test('unticking a red point blocks the approval again', () => {
  const first = red.slice(0, 1);
  const all = new Set(['request:1', 'contacts:unmeasured']);
  const left = toggleAcknowledged(all, first, false);
  expect([[...left], all.size]).toEqual([['contacts:unmeasured'], 2]);
  expect(reviewApprovalOf(red, left, false)).toBeNull();
  expect(toggleAcknowledged(left, first, true)).toEqual(all);
});

test('red points of one kind are ticked and unticked together', () => {
  const collisions = [1, 2, 3].map(stage => ({ key: `collision:12-11:${stage}:8`, text: '' }));
  const some = new Set(['request:1', 'collision:12-11:2:8']);
  const all = toggleAcknowledged(some, collisions, true);
  expect(all).toEqual(new Set(['request:1', ...collisions.map(({ key }) => key)]));
  expect(toggleAcknowledged(all, collisions, false)).toEqual(new Set(['request:1']));
});
