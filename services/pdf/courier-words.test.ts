import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { withCourierNames } from './courier-words.ts';

const t = ((key: string) => key) as TFunction;
const sto = { courier: 3, name: { en: 'STO Express', 'zh-CN': '申通快递' } };

test('papers use the organisation’s names for its couriers', () => {
  const said = withCourierNames(t, [sto], 'zh-CN');
  expect(said('rx:option.courier.3')).toBe('申通快递');
  expect(said('rx:option.courier.1')).toBe('rx:option.courier.1');
  expect(said('shop:foot', { page: 1 })).toBe('shop:foot');
});
