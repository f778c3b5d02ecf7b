import { expect, test } from 'vitest';
import { modelDoubtTexts } from './model-doubts.ts';

const t = ((key: string) => key) as never;

test.each([
  [true, ['found.loose']],
  [false, []],
  [undefined, []],
])('doubts about a model of 16 pieces, scattered: %s', (scattered, doubts) =>
  expect(
    modelDoubtTexts(t, { unit: 'mm', components: 16, ...(scattered !== undefined && { scattered }) }),
  ).toEqual(doubts),
);
