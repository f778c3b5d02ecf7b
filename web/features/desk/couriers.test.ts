import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { overrideCourierNames } from './couriers.ts';

const sto = { courier: 3, name: { en: 'STO Express', 'zh-CN': '申通快递' } };
const own = { 1: 'SF Express', 3: 'ZTO Express' };

async function words(rx: object) {
  const instance = createInstance();
  await instance.init({ lng: 'en', ns: ['rx'], resources: { en: { rx } } });
  return instance;
}

test('a courier name of the desk replaces the default one, and removing it restores the default', async () => {
  const said = await words({ option: { courier: own, gender: { 1: 'Male' } } });
  expect(overrideCourierNames(said, 'en', [sto])).toBe(true);
  expect([said.t('rx:option.courier.3'), said.t('rx:option.courier.1')]).toEqual([
    'STO Express',
    'SF Express',
  ]);
  expect(said.t('rx:option.gender.1')).toBe('Male');
  overrideCourierNames(said, 'en', []);
  expect(said.t('rx:option.courier.3')).toBe('ZTO Express');
});

test('courier names are not applied before the dictionary is loaded', async () =>
  expect(overrideCourierNames(await words({}), 'en', [sto])).toBe(false));
