import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { attachmentOn, planWith } from '#events/testing/plans.ts';
import { describeTeethOfOneVersion, differentPatientRedItems, orderDeviationRedItems } from './order-text.ts';
import { acknowledgedPointText } from './red-items.ts';

const i18n = createInstance();
const load = async (lang: 'en' | 'zh-CN') => ({
  review: (await import(`../../i18n/${lang}/review.json`)).default,
});
await i18n.init({
  lng: 'en',
  ns: ['review'],
  resources: { en: await load('en'), 'zh-CN': await load('zh-CN') },
  interpolation: { escapeValue: false },
});
const [en, zh] = [i18n.getFixedT('en'), i18n.getFixedT('zh-CN')];

const upper = { 11: {}, 12: {}, 13: {}, 14: {}, 15: {}, 16: {}, 17: { mesial: 2.16 } };
const left = { 21: {}, 22: {}, 23: {}, 26: {}, 27: {} };
const plan = planWith({
  teeth: { ...upper, ...left },
  attachments: [attachmentOn(11)],
  ipr: [
    { contact: '11-21', mm: 0.4, before: 1 },
    { contact: '12-11', mm: 0.2, before: 1 },
  ],
});
const order = {
  markers: {
    noMove: [17],
    extract: [14],
    missing: [15],
    noAttachment: [11],
    ipr: [{ contact: '11-21', mm: 0.3 }, { contact: '13-12', mm: 0.25 }, { contact: '21-22' }],
  },
};

test('each deviation from the order has a key that a review accepts, and a sentence in both languages', () => {
  const wanted = [
    ['order:locked:17-216-0-2', '17 is not to be moved by the order and moves 2.16 mm / 0.0° from aligner 2'],
    ['order:extracted:14-stays', '14 should be extracted but is still in the plan'],
    ['order:extracted:15-there', '15 is missing in the order but is in the plan'],
    ['order:extracted:24-25-gone', 'Not in the plan and neither extracted nor missing by the order: 24, 25'],
    ['order:ipr:13-12-0-25', 'IPR 13-12: 0.00 mm planned – 0.25 mm ordered'],
    ['order:ipr:12-11-20-0', 'IPR 12-11: 0.20 mm planned – none ordered there'],
    ['order:ipr:11-21-40-30', 'IPR 11-21: 0.40 mm planned – 0.30 mm ordered'],
    ['order:ipr:21-22-0-open', 'IPR 21-22: none planned – ordered there'],
    ['order:attachment:11', '11 has an attachment – the order wants none'],
  ];
  expect(orderDeviationRedItems(plan, order, en).map(({ key, text }) => [key, text])).toEqual(wanted);
  for (const { key, text } of orderDeviationRedItems(plan, order, zh)) {
    expect(key).toMatch(/^order:(locked|extracted|ipr|attachment|class):[\w-]+$/);
    expect(text).toMatch(/处方/);
    expect(text).not.toMatch(/[{}]|order/);
  }
});

test('the longest deviation key is accepted by a review', () => {
  const [{ key } = { key: '' }] = orderDeviationRedItems(
    planWith({ teeth: { 11: {} } }),
    { markers: {} },
    en,
  );
  expect(key).toMatch(/^order:extracted:(?:\d\d-){13}gone$/);
  expect(key.length).toBeLessThanOrEqual(64);
});

test('the record repeats the acknowledged sentence; an unknown key is shown as a key', () => {
  for (const { key, text } of orderDeviationRedItems(plan, order, en))
    expect(acknowledgedPointText(en, key)).toBe(text);
  expect(acknowledgedPointText(en, 'order:class:right-I-II')).toBe(
    'Molars R: class II at the goal – class I by the order',
  );
  expect(acknowledgedPointText(zh, 'order:class:right-I-II')).toBe('右侧磨牙：方案终末为远中，处方要求中性');
  for (const key of [
    'order:ipr:11-21',
    'order:class:up-I-II',
    'order:attachment:11:2',
    'order:crown:11',
    'order',
  ])
    expect(acknowledgedPointText(en, key)).toBe(key);
});

test('differing tooth shapes alone raise the alarm of another patient’s models, with teeth and distance', () => {
  const other = structuredClone(plan);
  for (const tooth of other.teeth)
    if (tooth.fdi === 11 || tooth.fdi === 12)
      tooth.poses[0] = (tooth.poses[0] ?? 0) + (tooth.fdi === 11 ? 0.5 : 2.4);
  expect(differentPatientRedItems(plan, { version: 1, bundle: plan }, en)).toEqual([]);
  expect(differentPatientRedItems(plan, { version: 1, bundle: null }, en)).toEqual([]);
  expect(differentPatientRedItems(plan, null, en)).toEqual([]);
  const [found] = differentPatientRedItems(other, { version: 1, bundle: plan }, en);
  expect(found).toEqual({
    key: 'order:shapes:1-240-0-12-11',
    text: 'Shapes differ from v1 by up to 2.40 mm at 12, 11: another patient’s models?',
  });
  expect(acknowledgedPointText(zh, 'order:shapes:1-240-0-12-11')).toMatch(/v1.*12、11.*2\.40 mm.*其他患者/);
});

/** 14 teeth. */
const mouth = planWith({ teeth: { ...upper, ...left, 24: {}, 25: {} } });

test('a mouth that differs at every tooth fits the key: further teeth are counted', () => {
  const other = structuredClone(mouth);
  for (const tooth of other.teeth) tooth.poses[0] = (tooth.poses[0] ?? 0) + 12.5;
  const [found] = differentPatientRedItems(other, { version: 12, bundle: mouth }, en);
  expect(found?.key).toMatch(/^order:shapes:12-1250-2(?:-\d\d){12}$/);
  expect(found?.key.length).toBeLessThanOrEqual(64);
  expect(found?.text).toContain('and 2 more');
});

test('a record of an older release keeps its sentence', () => {
  expect(acknowledgedPointText(zh, 'order:teeth:1')).toMatch(/v1.*其他患者/);
});

test('teeth extracted as ordered are a grey note, not an alarm', () => {
  const whole = mouth;
  const later = { ...whole, teeth: whole.teeth.filter(({ fdi }) => ![14, 15, 24].includes(fdi)) };
  const first = { version: 1, bundle: whole };
  expect(differentPatientRedItems(later, first, en)).toEqual([]);
  expect(describeTeethOfOneVersion(later, first, { markers: { extract: [14], missing: [24] } }, en)).toEqual([
    '14, 24 are gone since v1, as ordered',
    '15 is gone since v1',
  ]);
  expect(describeTeethOfOneVersion(whole, { version: 2, bundle: later }, {}, en)).toEqual([
    '15, 14, 24 are new since v2',
  ]);
  expect(describeTeethOfOneVersion(whole, first, {}, en)).toEqual([]);
  expect(describeTeethOfOneVersion(whole, null, {}, en)).toEqual([]);
});
