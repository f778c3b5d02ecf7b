import { expect, test } from 'vitest';
import { doubtWords } from './doubt-words.ts';

const t = ((key: string) => key) as never;

test.each([
  [true, ['found.loose']],
  [false, []],
  [undefined, []],
])('a model of 16 pieces, scattered %s', (scattered, doubts) =>
  expect(
    doubtWords(t, { unit: 'mm', components: 16, ...(scattered !== undefined && { scattered }) }),
  ).toEqual(doubts),
);
