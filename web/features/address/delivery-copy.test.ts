import { expect, test } from 'vitest';
import { deliveryAddressSchema } from '#events/case/sections.ts';
import type { AddressItem } from '#web/lib/queries.ts';
import { deliveryAddressOf, isHiddenAddress, matchingSavedAddress } from './delivery-copy.ts';

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

test('a case copies the whole saved address without unknown fields', () => {
  expect(deliveryAddressOf(saved)).toEqual(deliveryAddressSchema.parse(deliveryAddressOf(saved)));
  expect(deliveryAddressOf(saved).address).toBe('广东省深圳市深南大道 9988 号');
});

test('the copy is recognized as the saved address until any part differs', () => {
  expect(matchingSavedAddress([saved], deliveryAddressOf(saved))?.id).toBe('a');
  expect(matchingSavedAddress([saved], { ...deliveryAddressOf(saved), phone: ' 13800000001 ' })?.id).toBe(
    'a',
  );
  expect(matchingSavedAddress([saved], { ...deliveryAddressOf(saved), zip: '518001' })).toBeUndefined();
  expect(matchingSavedAddress([saved], {})).toBeUndefined();
  expect(matchingSavedAddress([{ ...saved, whole: '***' }], deliveryAddressOf(saved))).toBeUndefined();
});

test('an address without its parts is closed to the viewer', () => {
  expect([{}, { consignee: ' ', phone: '' }].map(isHiddenAddress)).toEqual([true, true]);
  expect(isHiddenAddress({ consignee: '李*', address: '***' })).toBe(false);
});
