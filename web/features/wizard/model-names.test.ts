import { expect, test } from 'vitest';
import type { Slot } from '#events/case/options.ts';
import {
  type ComparableModel,
  findDuplicateJaw,
  findMisplacedModel,
  modelSlotOfName,
  placeModels,
  separatePictures,
} from './model-names.ts';

test.each([
  ['UpperJawScan.stl', 'upper'],
  ['C1042_maxillary.ply', 'upper'],
  ['张伟 上颌.stl', 'upper'],
  ['lower.STL', 'lower'],
  ['2026-MandibularAnatomy.stl', 'lower'],
  ['下颌扫描.stl', 'lower'],
  ['BiteScan1.stl', 'bite'],
  ['咬合.stl', 'bite'],
  ['scan_001.stl', null],
  ['Max Lee.stl', null],
  ['upper and lower.stl', null],
  ['lower bite.stl', null],
] as const)('the file name %s means the model %s', (name, slot) => {
  expect(modelSlotOfName(name)).toBe(slot);
});

const standing = (entries: Partial<Record<Slot, string>>) =>
  Object.entries(entries).map(([slot, name]) => ({ id: `f-${slot}`, slot: slot as Slot, name }));

test.each([
  ['two that changed places', { upper: 'lower.stl', lower: 'upper.stl' }, 'f-upper to lower, swapped'],
  ['one beside one without a word', { upper: 'lower.stl', lower: 'scan.stl' }, 'f-upper to lower, swapped'],
  ['one whose place is free', { lower: 'UpperJaw.stl' }, 'f-lower to upper'],
  ['a bite in an arch', { upper: 'bite.stl' }, 'f-upper to bite'],
  ['each in its place', { upper: 'upper.stl', lower: 'lower.stl' }, 'nothing'],
  ['names that say nothing', { upper: 'a.stl', lower: 'b.stl' }, 'nothing'],
  ['two that are called alike', { upper: 'lower 1.stl', lower: 'lower 2.stl' }, 'nothing'],
])('a misplaced model: %s', (_what, entries, expected) => {
  const found = findMisplacedModel(standing(entries));
  expect(found ? `${found.id} to ${found.to}${found.other ? ', swapped' : ''}` : 'nothing').toBe(expected);
});

test('a confirmed model is not asked about again unless it is moved', () => {
  const kept = ['upper:f-upper', 'lower:f-lower'];
  expect(findMisplacedModel(standing({ upper: 'lower.stl', lower: 'upper.stl' }), kept)).toBeUndefined();
  expect(findMisplacedModel(standing({ upper: 'lower.stl' }), ['lower:f-upper'])).toMatchObject({
    id: 'f-upper',
  });
});

const placed = (names: string[], aim: Slot, taken: Slot[] = []) =>
  placeModels(
    names.map(name => ({ name })),
    ['upper', 'lower', 'bite'],
    aim,
    new Set(taken),
  )
    .map(({ file, slot }) => `${file.name}>${slot}`)
    .sort()
    .join(' ');

test('a single model goes where it is dropped, whatever its name', () => {
  expect(placed(['lower.stl'], 'upper')).toBe('lower.stl>upper');
});

test('several models go where their names say, the others to free slots', () => {
  expect(placed(['lower.stl', 'upper.stl'], 'upper')).toBe('lower.stl>lower upper.stl>upper');
  expect(placed(['a.stl', 'upper.stl', 'b.stl'], 'lower')).toBe('a.stl>lower b.stl>bite upper.stl>upper');
  expect(placed(['a.stl', 'b.stl', 'c.stl', 'd.stl'], 'lower')).toBe('a.stl>lower b.stl>upper c.stl>bite');
});

test('a model with a meaningless name replaces only the model that it was dropped on', () => {
  expect(placed(['a.stl', 'b.stl'], 'upper', ['upper', 'lower'])).toBe('a.stl>upper b.stl>bite');
  expect(placed(['a.stl', 'b.stl'], 'upper', ['upper', 'lower', 'bite'])).toBe('a.stl>upper');
  expect(placed(['upper.stl', 'lower.stl'], 'upper', ['upper', 'lower'])).toBe(
    'lower.stl>lower upper.stl>upper',
  );
});

const model = (slot: Slot, name: string, more: Partial<ComparableModel> = {}): ComparableModel => ({
  id: `f-${slot}`,
  slot,
  name,
  sha256: slot,
  ...more,
});
const size = { triangles: 9000, size: [60, 50, 20] };

test.each([
  [
    'two lower jaws by their names',
    model('upper', 'lower.stl'),
    model('lower', 'demo-lower.stl'),
    'name lower',
  ],
  ['two upper jaws by their names', model('upper', '上颌.stl'), model('lower', 'upper2.stl'), 'name upper'],
  [
    'the same file twice',
    model('upper', 'a.stl', { sha256: 'x' }),
    model('lower', 'b.stl', { sha256: 'x' }),
    'model',
  ],
  [
    'the same scan, exported twice',
    model('upper', 'a.stl', { found: size }),
    model('lower', 'b.stl', { found: { ...size, size: [60.001, 50, 20] } }),
    'model',
  ],
  ['two that are called as they stand', model('upper', 'upper.stl'), model('lower', 'lower.stl'), 'nothing'],
  [
    'two scans of unlike size',
    model('upper', 'a.stl', { found: size }),
    model('lower', 'b.stl', { found: { ...size, size: [58, 50, 20] } }),
    'nothing',
  ],
  ['two bites', model('upper', 'bite 1.stl'), model('lower', 'bite 2.stl'), 'nothing'],
])('the same jaw twice: %s', (_what, upper, lower, expected) => {
  const found = findDuplicateJaw([upper, lower]);
  expect(found ? [found.why, found.jaw].filter(Boolean).join(' ') : 'nothing').toBe(expected);
  expect(findDuplicateJaw([upper, lower], ['upper:f-upper', 'lower:f-lower'])).toBeUndefined();
  expect(findDuplicateJaw([upper])).toBeUndefined();
});

test('pictures among models are counted and left out', () => {
  const files = ['upper.stl', 'Face.JPG', 'pano.tiff', 'scan'].map(name => ({ name }));
  expect(separatePictures(files)).toEqual({ models: [{ name: 'upper.stl' }, { name: 'scan' }], pictures: 2 });
});
