import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import en from '#web/i18n/en/case.json' with { type: 'json' };
import zh from '#web/i18n/zh-CN/case.json' with { type: 'json' };
import { planName } from './plan-name.ts';

const words = (lng: string, dictionary: object) => {
  const i18n = createInstance();
  void i18n.init({ lng, resources: { [lng]: { case: dictionary } }, initAsync: false });
  return i18n.t;
};
const [english, chinese] = [words('en', en), words('zh-CN', zh)];

test.each([
  ['plans', english, chinese],
  ['plans', chinese, english],
  ['targets', english, chinese],
  ['targets', chinese, english],
] as const)('the default name of %s is shown in the reader’s language', (list, writer, reader) => {
  const name = writer(`case:standardName.${list}`, { version: 2 });
  expect(planName(reader, { name, version: 2 })).toBe(reader(`case:standardName.${list}`, { version: 2 }));
});

test('a name typed by a person is not translated', () => {
  for (const name of ['Plan 3', 'Plan 2 with IPR', '拔牙方案', 'plan 2'])
    expect(planName(chinese, { name, version: 2 })).toBe(name);
});
