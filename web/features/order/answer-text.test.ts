import fc from 'fast-check';
import { createInstance, type TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { orderRows } from '#events/order/form.ts';
import { arbitraryAnswers } from '#events/testing/orders.ts';
import enRx from '#web/i18n/en/rx.json' with { type: 'json' };
import enWizard from '#web/i18n/en/wizard.json' with { type: 'json' };
import zhRx from '#web/i18n/zh-CN/rx.json' with { type: 'json' };
import zhWizard from '#web/i18n/zh-CN/wizard.json' with { type: 'json' };
import { answerRowText, answerTextOfPath } from './answer-text.ts';

const words = createInstance();
await words.init({
  resources: { en: { rx: enRx, wizard: enWizard }, 'zh-CN': { rx: zhRx, wizard: zhWizard } },
  lng: 'en',
  interpolation: { escapeValue: false },
});
const speak: Record<string, TFunction> = { en: words.getFixedT('en'), zh: words.getFixedT('zh-CN') };
const said = (lang: 'en' | 'zh', path: string, value: unknown) => {
  const t = speak[lang];
  return t && answerTextOfPath(t, path, value);
};

describe('the text of an order answer', () => {
  it.each([
    ['patient.name', '张伟', '张伟', '张伟'],
    ['patient.gender', 2, 'Female', '女'],
    ['diagnosis.flags', [92, 100], 'Crowding, Deep overbite', '拥挤，深覆𬌗'],
    ['prescription.overjet', 'moderate', 'Moderate (5–8 mm)', '中度（5–8 mm）'],
    ['prescription.overbite', 'severe', 'Severe (> 2/3)', '重度（> 2/3）'],
    ['prescription.molarLeft', 'distal', 'Distal (II)', '远中（II）'],
    ['prescription.anchorage', 'mild', 'Mild (half)', '弱支抗（占间隙 1/2）'],
    ['prescription.step', 0.25, '0.25 mm', '0.25 mm'],
    ['prescription.preset', 'non-extraction', 'Non-extraction', '不拔牙'],
    ['prescription.preset', 'Mine', 'Mine', 'Mine'],
    ['prescription.lingual.brackets', { '21': ['B', 'H'], '14': ['T'] }, '14 T, 21 BH', '14 T，21 BH'],
    ['prescription.lingual.torque', { '11': 7, '12': 0 }, '12 0°, 11 7°', '12 0°，11 7°'],
    [
      'prescription.lingual.archwires',
      [{ arch: 'upper', material: 'niti', diameter: '0.016', quantity: 2, extraTorque: 13 }],
      'Upper only NiTi 0.016 × 2 +13°',
      '仅上颌 镍钛（NiTi） 0.016 × 2 +13°',
    ],
    [
      'markers.ipr',
      [{ contact: '11-21', mm: 0.2 }, { contact: '41-31' }],
      '11/21 0.2 mm, 41/31',
      '11/21 0.2 mm，41/31',
    ],
    [
      'data.overruled',
      [{ rule: 'spaceWhereTooth', about: '{"teeth":[12]}', reason: 'Peg lateral' }],
      'Space reserved where a tooth stands: Peg lateral',
      '有牙的位置预留了间隙：Peg lateral',
    ],
    [
      'data.overruled',
      [
        { rule: 'spaceWhereTooth', about: '', reason: 'Peg lateral, restored later' },
        { rule: 'classTwoMolars', about: '', reason: 'Cast' },
      ],
      'Space reserved where a tooth stands: Peg lateral, restored later; Class II, but no distal molar: Cast',
      '有牙的位置预留了间隙：Peg lateral, restored later；安氏Ⅱ类但磨牙无远中：Cast',
    ],
    ['data.overruled', undefined, '', ''],
    ['markers.confirmed', true, 'Yes', '是'],
    ['markers.confirmed', undefined, '', ''],
    ['files.upper', ['0123456789abcdef'.repeat(4)], '01234567…cdef', '01234567…cdef'],
  ])('for %s = %j is %s', (path, value, en, zh) => {
    expect([said('en', path, value), said('zh', path, value)]).toEqual([en, zh]);
  });

  it('names the parts of a field with its own rows', () => {
    const address = {
      consignee: '李明',
      phone: '13812345678',
      zip: '200001',
      address: '',
      clinic: undefined,
    };
    expect(said('en', 'data.deliveryAddress', address)).toBe(
      'Consignee 李明, Phone 13812345678, Zip/postcode 200001',
    );
    expect(said('en', 'data.deliveryAddress', undefined)).toBe('');
  });

  it('exists for every possible answer of every row, and is never a key or an object', () => {
    for (const row of orderRows)
      fc.assert(
        fc.property(arbitraryAnswers(row.shape), fc.constantFrom('en', 'zh'), (value, lang) => {
          const t = speak[lang];
          const text = t ? answerRowText(t, row, value) : '';
          expect(text).not.toMatch(/^$|option\.|\[object|undefined|null/);
        }),
        { numRuns: 10 },
      );
  });
});
