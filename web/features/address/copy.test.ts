import { expect, test } from 'vitest';
import { deliveryAddress } from '#events/case/sections.ts';
import type { AddressItem } from '#web/lib/queries.ts';
import { copyOf, savedAs } from './copy.ts';

const saved: AddressItem = {
  id: 'a',
  consignee: '李明',
  phone: '13800000001',
  province: '440000',
  city: '440300',
  address: '深南大道 9988 号',
  zip: '518000',
  clinic: '晨光口腔',
  default: true,
  whole: '广东省深圳市深南大道 9988 号',
};

test('a case takes the whole address, and nothing that its schema does not know', () => {
  expect(copyOf(saved)).toEqual(deliveryAddress.parse(copyOf(saved)));
  expect(copyOf(saved).address).toBe('广东省深圳市深南大道 9988 号');
});

test('the copy is known for the saved one until a word of it is another', () => {
  expect(savedAs([saved], copyOf(saved))?.id).toBe('a');
  expect(savedAs([saved], { ...copyOf(saved), phone: ' 13800000001 ' })?.id).toBe('a');
  expect(savedAs([saved], { ...copyOf(saved), zip: '518001' })).toBeUndefined();
  expect(savedAs([saved], {})).toBeUndefined();
  expect(savedAs([{ ...saved, whole: '***' }], copyOf(saved))).toBeUndefined();
});
