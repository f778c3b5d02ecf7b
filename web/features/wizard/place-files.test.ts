import { expect, test } from 'vitest';
import type { Slot } from '#events/case/options.ts';
import { placeFiles } from './place-files.ts';

const all: Slot[] = ['face-frontal', 'face-smile', 'face-profile', 'mouth-right'];
const slotsOf = (files: string[], taken: Slot[] = [], aim?: Slot) => {
  const { placed, left } = placeFiles(files, all, new Set(taken), aim);
  return [placed.map(p => `${p.file}>${p.slot}`).join(' '), left.join()];
};

test('many at once fill the free places in clinical order', () => {
  expect(slotsOf(['a', 'b'], ['face-smile'])).toEqual(['a>face-frontal b>face-profile', '']);
});

test('what finds no place is named', () => {
  expect(slotsOf(['a', 'b'], ['face-frontal', 'face-smile', 'face-profile'])).toEqual(['a>mouth-right', 'b']);
});

test('the place aimed at takes the first, taken or not; the rest go after it, then before', () => {
  expect(slotsOf(['a'], ['face-profile'], 'face-profile')).toEqual(['a>face-profile', '']);
  expect(slotsOf(['a', 'b', 'c'], [], 'face-profile')).toEqual([
    'a>face-profile b>mouth-right c>face-frontal',
    '',
  ]);
});
