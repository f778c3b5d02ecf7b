import { describe, expect, test } from 'vitest';
import { type Slot, slots } from '#events/case/options.ts';
import { pictureSlotOfName, radiographSlotOfName } from './photo-names.ts';
import { minGuessConfidence, picturesWithoutNamedSlot, placePictures } from './picture-placement.ts';

const few: Slot[] = ['face-frontal', 'face-smile', 'face-profile', 'mouth-right'];

type Options = { taken?: Slot[]; aim?: Slot; looks?: Record<string, [Slot, number]> };

const picturesOf = (names: string[], all: readonly Slot[], { taken = [], aim, looks = {} }: Options = {}) => {
  const files = names.map(name => ({ name }));
  const seen = files.map(file => {
    const [slot, confidence] = looks[file.name] ?? [];
    return [file, slot && confidence !== undefined ? { slot, confidence } : null] as const;
  });
  const { placed, left } = placePictures(files, all, new Set(taken), { aim, looks: new Map(seen) });
  return [placed.map(p => `${p.file.name}>${p.slot} ${p.by}`).sort(), left.map(file => file.name)] as const;
};

describe('file names', () => {
  test.each([
    ['OPG 2026.jpg', 'panoramic'],
    ['zhang_pano.png', 'panoramic'],
    ['全景片.jpg', 'panoramic'],
    ['ceph.tif', 'lateral'],
    ['头颅侧位.jpg', 'lateral'],
    ['lateral face.jpg', null],
    ['IMG_2041.jpg', null],
  ] as const)('the file name %s means the radiograph %s', (name, slot) =>
    expect(radiographSlotOfName(name)).toBe(slot),
  );

  test.each([
    ['frontal.jpg', 'face-frontal'],
    ['Face_Front.JPG', 'face-frontal'],
    ['正面像.jpg', 'face-frontal'],
    ['smile.jpg', 'face-smile'],
    ['frontal smile.jpg', 'face-smile'],
    ['正面微笑.jpg', 'face-smile'],
    ['profile.jpg', 'face-profile'],
    ['right profile.png', 'face-profile'],
    ['FaceRight.jpg', 'face-profile'],
    ['侧面像.jpg', 'face-profile'],
    ['mouth-right.jpg', 'mouth-right'],
    ['MouthRight.jpg', 'mouth-right'],
    ['intraoral frontal.jpg', 'mouth-frontal'],
    ['口内正面.jpg', 'mouth-frontal'],
    ['正面咬合像.jpg', 'mouth-frontal'],
    ['left buccal.jpg', 'mouth-left'],
    ['口内左侧像.jpg', 'mouth-left'],
    ['upper.jpg', 'mouth-upper'],
    ['maxillary_occlusal.png', 'mouth-upper'],
    ['上颌𬌗面像.jpg', 'mouth-upper'],
    ['lower arch.jpg', 'mouth-lower'],
    ['下颌.jpg', 'mouth-lower'],
    ['Jane Wright.jpg', null],
    ['upper and lower.jpg', null],
    ['left right.jpg', null],
    ['IMG_2041.jpg', null],
  ] as const)('the file name %s means the photo %s', (name, slot) =>
    expect(pictureSlotOfName(name)).toBe(slot),
  );
});

test('eight named photos in any order go to their slots', () => {
  const names: Record<string, Slot> = {
    'profile.jpg': 'face-profile',
    'mouth-left.jpg': 'mouth-left',
    'lower.jpg': 'mouth-lower',
    'smile.jpg': 'face-smile',
    'mouth-front.jpg': 'mouth-frontal',
    'upper.jpg': 'mouth-upper',
    'frontal.jpg': 'face-frontal',
    'mouth-right.jpg': 'mouth-right',
  };
  const [placed, left] = picturesOf(Object.keys(names), slots.photo);
  expect(left).toEqual([]);
  expect(placed).toEqual(
    Object.entries(names)
      .map(([name, slot]) => `${name}>${slot} name`)
      .sort(),
  );
});

test('photos without a telling name are placed by content, most confident first', () => {
  const looks: Options['looks'] = {
    a: ['face-smile', 0.7],
    b: ['face-smile', 0.9],
    c: ['mouth-right', 0.95],
  };
  expect(picturesOf(['a', 'b', 'c'], few, { looks })).toEqual([
    ['a>face-frontal order', 'b>face-smile look', 'c>mouth-right look'],
    [],
  ]);
});

test('a guess with low confidence is not used', () => {
  const looks: Options['looks'] = { a: ['mouth-right', minGuessConfidence - 0.01] };
  expect(picturesOf(['a', 'b'], few, { looks })[0]).toEqual(['a>face-frontal order', 'b>face-smile order']);
});

test('a name outranks the content', () => {
  const looks: Options['looks'] = { 'smile.jpg': ['mouth-right', 0.95] };
  expect(picturesOf(['smile.jpg', 'b'], few, { looks })[0]).toContain('smile.jpg>face-smile name');
  expect(picturesWithoutNamedSlot([{ name: 'smile.jpg' }, { name: 'b' }])).toEqual([{ name: 'b' }]);
});

test('unknown pictures fill the free slots in clinical order', () => {
  expect(picturesOf(['a', 'b'], few, { taken: ['face-smile'] })[0]).toEqual([
    'a>face-frontal order',
    'b>face-profile order',
  ]);
});

test('pictures without a free slot are reported', () => {
  const taken: Slot[] = ['face-frontal', 'face-smile', 'face-profile'];
  expect(picturesOf(['a', 'b'], few, { taken })).toEqual([['a>mouth-right order'], ['b']]);
});

test('a picture whose slot is taken is left over and goes nowhere else', () => {
  expect(picturesOf(['a', 'opg'], few, { taken: ['panoramic'] })).toEqual([
    ['a>face-frontal order'],
    ['opg'],
  ]);
  expect(picturesOf(['smile 1.jpg', 'smile 2.jpg'], few)).toEqual([
    ['smile 1.jpg>face-smile name'],
    ['smile 2.jpg'],
  ]);
});

test('a single picture goes where it is dropped; several start there', () => {
  expect(picturesOf(['opg'], few, { aim: 'face-smile' })[0]).toEqual(['opg>face-smile aim']);
  expect(picturesOf(['a'], few, { aim: 'face-profile', taken: ['face-profile'] })[0]).toEqual([
    'a>face-profile aim',
  ]);
  expect(picturesOf(['a', 'b', 'c'], few, { aim: 'face-profile' })[0]).toEqual([
    'a>face-profile order',
    'b>mouth-right order',
    'c>face-frontal order',
  ]);
});

test('a radiograph among photos goes to its own slot', () => {
  expect(picturesOf(['a', 'opg', 'b'], few)[0]).toEqual([
    'a>face-frontal order',
    'b>face-smile order',
    'opg>panoramic name',
  ]);
});
