import { createInstance } from 'i18next';
import { describe, expect, test } from 'vitest';
import { options } from '#events/case/options.ts';
import { type Contradiction, findContradictions } from '#events/contradiction/contradictions.ts';
import { consistentFacts, contradictionPairs } from '#events/testing/contradictions.ts';
import enRx from '#web/i18n/en/rx.json' with { type: 'json' };
import enWizard from '#web/i18n/en/wizard.json' with { type: 'json' };
import zhRx from '#web/i18n/zh-CN/rx.json' with { type: 'json' };
import zhWizard from '#web/i18n/zh-CN/wizard.json' with { type: 'json' };
import {
  contradictionReason,
  contradictionTitle,
  contradictionValues,
  resolutionText,
} from './contradiction-text.ts';

const words = createInstance();
await words.init({
  resources: { en: { rx: enRx, wizard: enWizard }, 'zh-CN': { rx: zhRx, wizard: zhWizard } },
  lng: 'en',
  interpolation: { escapeValue: false },
});
const en = words.getFixedT('en');
const zh = words.getFixedT('zh-CN');

const told = (name: Contradiction['name']): Contradiction => {
  const hit = findContradictions(consistentFacts(contradictionPairs[name].planted)).find(
    c => c.name === name,
  );
  if (!hit) throw new Error(`${name} is not found where it is planted`);
  return hit;
};

describe.each(options.contradiction)('the text of the contradiction %s', name => {
  test('has a title, a reason and the resolutions in both languages, with every value filled in', () => {
    const clash = told(name);
    for (const t of [en, zh])
      for (const text of [
        contradictionTitle(t, clash),
        contradictionReason(t, clash),
        ...clash.ways.map(way => resolutionText(t, way)),
      ]) {
        expect(text).not.toMatch(/\{\{|clash\.|wayOut\.|option\.|undefined|“”|: ?\.?$|：。?$/);
        expect(text.length).toBeGreaterThan(3);
      }
  });

  test('has distinct resolutions', () => {
    const texts = told(name).ways.map(way => resolutionText(en, way));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

test('the text of values in contradictions is the same as in the form', () => {
  expect(contradictionValues(en, { teeth: [14, 24], contacts: ['41-31'], diagnosis: [94] })).toEqual({
    teeth: '14, 24',
    contacts: '41/31',
    diagnosis: 'Class II division 1',
    places: '14, 24, 41/31',
    moved: '',
  });
  expect(contradictionReason(en, told('molarsKeptAndMoved'))).toBe(
    'The molars are to be kept, but they are to move as well: Molar distalization.',
  );
  expect(contradictionReason(zh, told('otherArchMarked'))).toBe(
    '仅矫治单颌，但另一牙弓已有标记：37，41/31。',
  );
});
