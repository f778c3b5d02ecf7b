import { describe, expect, test } from 'vitest';
import { limits } from '#events/case/options.ts';
import type { PresetItem } from '#web/lib/queries.ts';
import { freeName, isFull, nameIssue } from './naming.ts';

const item = (name: string, locked = false): PresetItem => ({
  id: name,
  name,
  locked,
  prescription: { arch: 'both' },
  extract: [],
});
const list = [item('Non-extraction', true), item('Expansion'), item('Expansion 2')];

describe('what is wrong with a name', () => {
  test.each([
    ['', 'required'],
    ['   ', 'required'],
    ['x'.repeat(limits.presetNameMax + 1), 'too-long'],
    [' expansion ', 'taken'],
    ['NON-EXTRACTION', 'taken'],
    ['extraction-u4-l5', 'taken'],
  ])('%o: %s', (name, issue) => {
    expect(nameIssue(list, name)).toMatchObject({ path: 'name', issue });
  });
  test('nothing, where it is new or its own', () => {
    expect(nameIssue(list, 'Strong')).toBeUndefined();
    expect(nameIssue(list, 'EXPANSION', 'Expansion')).toBeUndefined();
  });
});

test('a copy gets the first number that is free, and is never too long', () => {
  expect(freeName(list, 'Strong')).toBe('Strong 2');
  expect(freeName(list, 'Expansion')).toBe('Expansion 3');
  expect(freeName(list, 'Non-extraction')).toBe('Non-extraction 2');
  const long = freeName(list, 'x'.repeat(limits.presetNameMax));
  expect([long.length, nameIssue(list, long)]).toEqual([limits.presetNameMax, undefined]);
});

test('presets that everybody has take no place', () => {
  const own = Array.from({ length: limits.presets - 1 }, (_, n) => item(`P${n}`));
  expect([isFull([item('Non-extraction', true), ...own]), isFull([...own, item('Last')])]).toEqual([
    false,
    true,
  ]);
});
