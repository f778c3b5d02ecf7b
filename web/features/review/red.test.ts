import { expect, test } from 'vitest';
import { approvalOf } from './red.ts';

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
