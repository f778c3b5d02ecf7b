import { describe, expect, test } from 'vitest';
import { findContradictions } from '#events/contradiction/contradictions.ts';
import { contradictionsToShow } from './due-contradictions.ts';
import { availableStep, type WizardStep } from './steps.ts';

const sections = {
  patient: {},
  diagnosis: { flags: [97, 100] as (97 | 100)[] },
  prescription: { method: 1 as const, extraction: 'yes' as const },
  markers: {},
  data: {},
};
const all = findContradictions({ sections, files: [], today: '2026-03-02' });
const told = (step: WizardStep, markers: object = {}) =>
  contradictionsToShow(all, step, { markers }).map(({ name }) => name);

describe('an extraction without a marked tooth', () => {
  test('is not shown before the page where teeth are marked', () => {
    for (const step of ['pcEnter', 'patientInfoNew', 'deagonsticMesNew', 'transparentToothNew'] as const)
      expect(told(step)).toEqual(['openAndDeep']);
  });
  test('is shown from that page on', () => {
    expect(told('transparentMarkerNew')).toEqual(['extractionUnmarked', 'openAndDeep']);
    expect(told('dataUploadNew')).toEqual(['extractionUnmarked', 'openAndDeep']);
  });
  test('is shown everywhere once the page was filled in', () => {
    expect(told('transparentToothNew', { confirmed: true })).toContain('extractionUnmarked');
    expect(told('transparentToothNew', { noMove: [11] })).toContain('extractionUnmarked');
  });
});

describe('a step that a method does not have', () => {
  test('leads to the prescription', () => {
    expect(availableStep('transparentMarkerNew', 2)).toBe('transparentToothNew');
  });
  test.each([[1], [undefined]])('stays open for method %s', method => {
    expect(availableStep('transparentMarkerNew', method)).toBe('transparentMarkerNew');
  });
  test('leaves every other step unchanged', () => {
    for (const step of ['pcEnter', 'patientInfoNew', 'transparentToothNew', 'dataUploadNew'] as const)
      expect(availableStep(step, 2)).toBe(step);
  });
});
