import { createInstance } from 'i18next';
import { describe, expect, test } from 'vitest';
import type { MovementDirection, RequestedChange } from '#events/plan/change.ts';
import { changeInputSchema } from '#events/plan/change-schema.ts';
import type { RequestCheck } from '#events/plan/discussion.ts';
import { measureFulfilment } from '#events/plan/requests.ts';
import { attachmentOn, planWith } from '#events/testing/plans.ts';
import en from '#web/i18n/en/review.json' with { type: 'json' };
import zh from '#web/i18n/zh-CN/review.json' with { type: 'json' };
import { parseNumber } from './form-keys.ts';
import {
  type ChangeRequestDraft,
  changeRequestPayload,
  emptyChangeRequestDraft,
  movementDirections,
  requestedChangeFromDraft,
} from './request-draft.ts';
import {
  changeRequestText,
  changeRequestValueText,
  checkResultText,
  measuredNumberText,
  signedNumberText,
} from './request-text.ts';

const words = createInstance();
await words.init({ lng: 'en', resources: { en: { review: en }, 'zh-CN': { review: zh } } });
const [t, zhT] = [words.getFixedT('en'), words.getFixedT('zh-CN')];
const change = (more: Partial<ChangeRequestDraft>) =>
  changeInputSchema.parse(changeRequestPayload({ ...emptyChangeRequestDraft, ...more }));

describe('the text of a request', () => {
  const said: [RequestedChange, string, string][] = [
    [
      { what: 'movement', tooth: 12, axis: 'rotation', kind: 'total', amount: 24 },
      '12: rotate 24° to mesial in all',
      '12 近中扭转 24°（自初始共计）',
    ],
    [
      { what: 'movement', tooth: 33, axis: 'extrusion', kind: 'by', amount: -0.3, stage: 12 },
      '33: intrude 0.3 mm more than now, by aligner 12',
      '33 压低 0.3 mm（在现方案上增加），至第 12 副达到',
    ],
    [
      { what: 'movement', tooth: 46, axis: 'torque', kind: 'total', amount: 0 },
      '46: no torque',
      '46 不改变转矩',
    ],
    [{ what: 'ipr', contact: '11-21', mm: 0 }, 'no IPR at 11-21', '11-21 不做邻面去釉'],
    [{ what: 'ipr', contact: '11-21', mm: 0.25 }, 'IPR 11-21: 0.25 mm', '11-21 邻面去釉 0.25 mm'],
    [{ what: 'attachment', tooth: 33, on: true }, '33: an attachment', '33 加附件'],
    [{ what: 'attachment', tooth: 33, on: false }, '33: no attachment', '33 不要附件'],
  ];
  test.each(said)('for %j matches', (asked, english, chinese) => {
    expect(changeRequestText(t, asked)).toBe(english);
    expect(changeRequestText(zhT, asked)).toBe(chinese);
  });
  test('differs for each direction in both languages', () => {
    for (const language of [t, zhT]) {
      const texts = movementDirections.map(direction =>
        changeRequestText(language, change({ tooth: '12', direction, amount: '0.5' })),
      );
      expect(new Set(texts).size).toBe(12);
      expect(texts.filter(text => text.includes('review:') || text.includes('way.'))).toEqual([]);
    }
  });
});

describe('the text of a measurement', () => {
  const before = planWith({ teeth: { 33: { extrusion: -0.5 } } });
  const now = planWith({ teeth: { 33: { extrusion: -0.7 } }, attachments: [attachmentOn(33)] });
  const of = (asked: RequestedChange, version = now) => {
    const check = {
      list: 'plans' as const,
      version: 2,
      at: '',
      ...measureFulfilment(asked, version, before),
    };
    return checkResultText(t, asked, check);
  };
  test('gives the value, and for a relative change the resulting value', () => {
    const intrude: RequestedChange = {
      what: 'movement',
      tooth: 33,
      axis: 'extrusion',
      kind: 'by',
      amount: -0.3,
    };
    expect(of(intrude)).toBe(
      'v2 measured: intrude 0.7 mm · asked: intrude 0.8 mm, before: intrude 0.5 mm · ± 0.1 mm counts as met',
    );
    expect(of({ ...intrude, kind: 'total' })).toBe('v2 measured: intrude 0.7 mm');
    expect(of({ what: 'attachment', tooth: 33, on: false })).toBe('v2 measured: there');
  });
  test('gives the tolerance if a deviating value is accepted', () => {
    const change: RequestedChange = {
      what: 'movement',
      tooth: 12,
      axis: 'rotation',
      kind: 'total',
      amount: 6,
    };
    const check = {
      list: 'plans',
      version: 2,
      value: 5.3,
      wanted: 6,
      before: 0,
      tolerance: 1,
      why: null,
    } as const;
    const said = (verdict: 'met' | 'partly', value: number) =>
      checkResultText(t, change, { ...check, verdict, value } as RequestCheck);
    expect(said('met', 5.3)).toBe('v2 measured: rotate 5.3° to mesial · ± 1° counts as met');
    expect(said('met', 6)).toBe('v2 measured: rotate 6° to mesial');
    expect(said('partly', 4)).toBe('v2 measured: rotate 4° to mesial');
  });
  test('gives the reason if nothing was measured', () => {
    expect(of({ what: 'attachment', tooth: 12, on: true })).toBe('the tooth is not in version 2');
    expect(checkResultText(t, { what: 'attachment', tooth: 12, on: true }, null)).toBeNull();
  });
  test('has no more digits than were measured, and a true minus sign', () => {
    expect([
      measuredNumberText(0.304, 'mm'),
      measuredNumberText(24.04, 'deg'),
      measuredNumberText(-0.001, 'mm'),
    ]).toEqual(['0.3', '24', '0']);
    expect([signedNumberText(0.3, 'mm'), signedNumberText(-2, 'deg'), signedNumberText(0, 'mm')]).toEqual([
      '+0.3',
      '−2',
      '0',
    ]);
    expect(changeRequestValueText(t, { what: 'ipr', contact: '11-21', mm: 0 }, 0.3)).toBe('0.3 mm');
  });
});

describe('the texts of a request form', () => {
  test('make the change of their sentence: the direction gives the sign', () => {
    const of = (direction: MovementDirection, amount: string) =>
      changeRequestPayload({ ...emptyChangeRequestDraft, tooth: '12', direction, amount });
    expect(of('intrude', '0,5')).toMatchObject({ axis: 'extrusion', amount: -0.5 });
    expect(of('extrude', '0.5')).toMatchObject({ axis: 'extrusion', amount: 0.5 });
    expect(of('rotate-distal', '12')).toMatchObject({ axis: 'rotation', amount: -12 });
    expect(JSON.stringify(of('intrude', '0'))).toContain('"amount":0}');
  });
  test('accept a contact in any notation', () => {
    const of = (contact: string) =>
      changeRequestPayload({ ...emptyChangeRequestDraft, what: 'ipr', contact, mm: '0' });
    for (const text of ['11-21', '21-11', '21/11', ' 11 21 ', '21、11'])
      expect(of(text)).toEqual({ what: 'ipr', contact: '11-21', mm: 0 });
  });
  test('give the same change to the sentence on screen as to the request that is sent', () => {
    const whole: ChangeRequestDraft = {
      ...emptyChangeRequestDraft,
      tooth: '33',
      direction: 'intrude',
      amount: '0,5',
      kind: 'by',
      stage: '12',
    };
    for (const draft of [
      whole,
      { ...whole, stage: '' },
      { ...whole, what: 'attachment' as const, on: 'off' as const },
      { ...whole, what: 'ipr' as const, contact: '21/11', mm: '0.2' },
    ]) {
      expect(changeRequestPayload(draft)).toEqual(requestedChangeFromDraft(draft));
      expect(changeInputSchema.safeParse(requestedChangeFromDraft(draft)).success).toBe(true);
    }
    for (const draft of [
      { ...whole, tooth: '19' },
      { ...whole, amount: '' },
      { ...whole, stage: 'late' },
      { ...whole, what: 'ipr' as const, contact: '11-31', mm: '0.2' },
    ])
      expect(requestedChangeFromDraft(draft)).toBeNull();
  });
  test('are sent unchanged if they are no numbers, so that the server reports the field', () => {
    const wrong = changeRequestPayload({
      ...emptyChangeRequestDraft,
      tooth: 'x',
      amount: 'much',
      stage: '3a',
    });
    expect(wrong).toMatchObject({ tooth: 'x', amount: 'much', stage: '3a' });
    expect([parseNumber('1e3'), parseNumber(''), parseNumber('−0,5'), parseNumber('.5')]).toEqual([
      null,
      null,
      -0.5,
      null,
    ]);
  });
});
