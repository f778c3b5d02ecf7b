import { describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import type { PresetItem } from '#web/lib/queries.ts';
import { isPresetListFull, presetNameIssue, uniquePresetName } from './preset-names.ts';

const item = (name: string, locked = false): PresetItem => ({
  id: name,
  name,
  locked,
  prescription: { arch: 'both' },
  extract: [],
});
const list = [item('Non-extraction', true), item('Expansion'), item('Expansion 2')];

describe('the validation of a preset name', () => {
  test.each([
    ['', 'required'],
    ['   ', 'required'],
    ['x'.repeat(limits.presetNameMax + 1), 'too-long'],
    [' expansion ', 'taken'],
    ['NON-EXTRACTION', 'taken'],
    ['extraction-u4-l5', 'taken'],
  ])('reports for %o: %s', (name, issue) => {
    expect(presetNameIssue(list, name)).toMatchObject({ path: 'name', issue });
  });
  test('accepts a new name, and the preset’s own', () => {
    expect(presetNameIssue(list, 'Strong')).toBeUndefined();
    expect(presetNameIssue(list, 'EXPANSION', 'Expansion')).toBeUndefined();
  });
});

test('the name of a copied preset gets the first free number and never exceeds the maximum length', () => {
  expect(uniquePresetName(list, 'Strong')).toBe('Strong 2');
  expect(uniquePresetName(list, 'Expansion')).toBe('Expansion 3');
  expect(uniquePresetName(list, 'Non-extraction')).toBe('Non-extraction 2');
  const long = uniquePresetName(list, 'x'.repeat(limits.presetNameMax));
  expect([long.length, presetNameIssue(list, long)]).toEqual([limits.presetNameMax, undefined]);
});

test('shared presets do not count towards the limit', () => {
  const own = Array.from({ length: limits.presets - 1 }, (_, n) => item(`P${n}`));
  expect([
    isPresetListFull([item('Non-extraction', true), ...own]),
    isPresetListFull([...own, item('Last')]),
  ]).toEqual([false, true]);
});
