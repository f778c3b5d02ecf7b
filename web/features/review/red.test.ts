import { expect, test } from 'vitest';
import { approvalOf, takenAfter } from './red.ts';

const red = ['request:1', 'contacts:unmeasured'].map(key => ({ key, text: key }));

test('an approval acknowledges every point, in their order', () => {
  expect(approvalOf(red, new Set(['contacts:unmeasured', 'request:1']), false)).toEqual({
    result: 'approved',
    acknowledged: ['request:1', 'contacts:unmeasured'],
  });
  expect(approvalOf([], new Set(['request:1']), false)).toEqual({ result: 'approved', acknowledged: [] });
});

test('there is no approval while a point is not acknowledged or a measurement runs', () => {
  expect(approvalOf(red, new Set(['request:1']), false)).toBeNull();
  expect(approvalOf(red, new Set(['request:1', 'contacts:unmeasured']), true)).toBeNull();
});

test('a point is ticked, and unticked again: no approval without it', () => {
  const first = red.slice(0, 1);
  const all = new Set(['request:1', 'contacts:unmeasured']);
  const left = takenAfter(all, first, false);
  expect([[...left], all.size]).toEqual([['contacts:unmeasured'], 2]);
  expect(approvalOf(red, left, false)).toBeNull();
  expect(takenAfter(left, first, true)).toEqual(all);
});

test('points of one kind are ticked together, and unticked together', () => {
  const collisions = [1, 2, 3].map(stage => ({ key: `collision:12-11:${stage}:8`, text: '' }));
  const some = new Set(['request:1', 'collision:12-11:2:8']);
  const all = takenAfter(some, collisions, true);
  expect(all).toEqual(new Set(['request:1', ...collisions.map(({ key }) => key)]));
  expect(takenAfter(all, collisions, false)).toEqual(new Set(['request:1']));
});
