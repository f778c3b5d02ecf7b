import { expect, test } from 'vitest';
import type { Slot } from '#events/case/options.ts';
import { placeFiles, placePictures, radiographOfName } from './place-files.ts';

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

test.each([
  ['OPG 2026.jpg', 'panoramic'],
  ['zhang_pano.png', 'panoramic'],
  ['全景片.jpg', 'panoramic'],
  ['ceph.tif', 'lateral'],
  ['头颅侧位.jpg', 'lateral'],
  ['lateral face.jpg', null],
  ['IMG_2041.jpg', null],
] as const)('%s is %s by its name', (name, slot) => {
  expect(radiographOfName(name)).toBe(slot);
});

const picturesOf = (names: string[], taken: Slot[] = [], aim?: Slot) =>
  placePictures(
    names.map(name => ({ name })),
    all,
    new Set(taken),
    aim,
  )
    .placed.map(p => `${p.file.name}>${p.slot}`)
    .join(' ');

test('a radiograph among photos goes where its name says, as long as that is free', () => {
  expect(picturesOf(['a', 'opg', 'b'])).toBe('opg>panoramic a>face-frontal b>face-smile');
  expect(picturesOf(['a', 'opg'], ['panoramic'])).toBe('a>face-frontal opg>face-smile');
  expect(picturesOf(['opg'])).toBe('opg>panoramic');
  expect(picturesOf(['opg'], [], 'face-smile')).toBe('opg>face-smile');
});
