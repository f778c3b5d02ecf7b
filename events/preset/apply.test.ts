import { describe, expect, test } from 'vitest';
import type { Prescription, Sections } from '../case/sections.ts';
import {
  applyPreset,
  applyPresetToMarks,
  changedPresetFields,
  type PresetForDraft,
  presetPatch,
  resetFieldPatch,
} from './apply.ts';
import { builtinPresets } from './builtin.ts';

const none = builtinPresets['non-extraction'];
const four = builtinPresets['extraction-u4-l5'];
const begun = (prescription: Prescription = {}, markers: Sections['markers'] = {}) => ({
  prescription: { method: 1 as const, ...prescription },
  markers,
});

describe('the differences of a prescription from its preset', () => {
  test('are none right after the preset is applied; findings stay unanswered', () => {
    const rx: Prescription = { method: 1, ...presetPatch(none, 'non-extraction') };
    expect(changedPresetFields(none, rx)).toEqual([]);
    expect([rx.preset, rx.extraction, rx.overbite, rx.molarLeft]).toEqual([
      'non-extraction',
      'no',
      undefined,
      undefined,
    ]);
  });

  test('include unanswered fields, and can be reset one by one', () => {
    const rx: Prescription = {
      ...presetPatch(none, 'non-extraction'),
      anchorage: undefined,
      midline: 'adjust',
      midlineAmount: '1-2-mm',
      step: 0.2,
    };
    expect(changedPresetFields(none, rx)).toEqual(['anchorage', 'midline', 'step']);
    const back = { ...rx, ...resetFieldPatch(none, 'midline') };
    expect([back.midline, back.midlineAmount]).toEqual(['keep', undefined]);
    expect(changedPresetFields(none, back)).toEqual(['anchorage', 'step']);
  });

  test('include another order of a list', () => {
    const start: PresetForDraft = { prescription: { crowdingRelief: ['ipr', 'expansion'] }, extract: [] };
    expect(changedPresetFields(start, { crowdingRelief: ['ipr', 'expansion'] })).toEqual([]);
    expect(changedPresetFields(start, { crowdingRelief: ['expansion', 'ipr'] })).toEqual(['crowdingRelief']);
  });

  test('are none without a preset', () => {
    expect(changedPresetFields(undefined, { arch: 'upper' })).toEqual([]);
  });

  test('do not reset the midline amount if the preset adjusts the midline', () => {
    const start: PresetForDraft = {
      prescription: { midline: 'adjust', midlineAmount: 'more-than-2-mm' },
      extract: [],
    };
    expect(presetPatch(start, 'Mine')).toMatchObject({ midlineAmount: 'more-than-2-mm' });
    expect('midlineAmount' in presetPatch({ prescription: { step: 0.2 }, extract: [] }, 'Mine')).toBe(false);
  });
});

describe('the teeth to extract of a preset', () => {
  test('are marked unless somebody marked other teeth', () => {
    expect(applyPresetToMarks(four, undefined, {})?.extract).toEqual([14, 24, 45, 35]);
    expect(applyPresetToMarks(four, undefined, { extract: [15, 25] })).toBeUndefined();
    expect(applyPresetToMarks(none, four, { extract: [14, 24, 45, 35] })).toMatchObject({ extract: [] });
    expect(applyPresetToMarks(none, four, { extract: [14, 24] })).toBeUndefined();
    expect(applyPresetToMarks(none, undefined, {})).toBeUndefined();
    expect(applyPresetToMarks(four, four, { extract: [35, 45, 24, 14] })).toBeUndefined();
  });

  test('remove contradictory marks and the confirmation', () => {
    const markers: Sections['markers'] = {
      noMove: [14, 17],
      ipr: [{ contact: '14-13' }, { contact: '11-21' }],
      confirmed: true,
    };
    expect(applyPresetToMarks(four, undefined, markers)).toEqual({
      extract: [14, 24, 45, 35],
      noMove: [17],
      ipr: [{ contact: '11-21' }],
      confirmed: undefined,
    });
  });

  test('remove IPR over their gaps when they are unmarked', () => {
    const ipr = [{ contact: '15-13', mm: 0.2 }, { contact: '11-21' }];
    expect(applyPresetToMarks(none, four, { extract: [14, 24, 45, 35], ipr })).toEqual({
      extract: [],
      ipr: [{ contact: '11-21' }],
      confirmed: undefined,
    });
  });
});

describe('applying a preset to a draft', () => {
  test('lists every changed answer with the current and the new value', () => {
    const draft = begun({ preset: 'non-extraction', ...none.prescription, step: 0.2, note: 'mine' });
    const { differences, prescription } = applyPreset({ name: 'extraction-u4-l5', start: four }, none, draft);
    expect(differences).toEqual([
      { section: 'prescription', field: 'extraction', now: 'no', next: 'yes' },
      { section: 'prescription', field: 'ipr', now: 'yes', next: 'no' },
      { section: 'prescription', field: 'anchorage', now: 'moderate', next: 'strong' },
      { section: 'prescription', field: 'overcorrection', now: 'not-needed', next: 'needed' },
      { section: 'prescription', field: 'gaps', now: undefined, next: 'close-all' },
      { section: 'markers', field: 'extract', now: undefined, next: [14, 24, 45, 35] },
    ]);
    expect(prescription.preset).toBe('extraction-u4-l5');
    expect('note' in prescription).toBe(false);
  });

  test('removes an amount whose question no longer applies', () => {
    const draft = begun({ midline: 'adjust', midlineAmount: '1-2-mm' });
    const { differences } = applyPreset(
      { name: 'Mine', start: { prescription: { midline: 'left' }, extract: [] } },
      undefined,
      draft,
    );
    expect(differences.map(d => [d.field, d.next])).toEqual([
      ['midline', 'left'],
      ['midlineAmount', undefined],
    ]);
  });

  test('changes nothing if the draft already has the answers', () => {
    const draft = begun({ ...none.prescription });
    const applied = applyPreset({ name: 'non-extraction', start: none }, undefined, draft);
    expect([applied.differences, applied.markers]).toEqual([[], undefined]);
  });
});
