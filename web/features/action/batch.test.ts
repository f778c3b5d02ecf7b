import { expect, it } from 'vitest';
import { limits } from '#events/case/options.ts';
import { type BatchChoice, batchOf } from './batch.ts';

const open = { upper: { from: 11, to: 24 }, lower: { from: 11, to: 20 } };
const all: BatchChoice = { upper: undefined, lower: undefined, without: [] };

it('holds all that is open until somebody chooses less', () => {
  expect(batchOf(open, all)).toEqual({ stages: open, count: 24, fits: true });
  expect(batchOf(open, { ...all, upper: 12 })).toMatchObject({
    stages: { upper: { from: 11, to: 12 } },
    count: 12,
  });
});

it('leaves an arch out where its switch is off, whatever number stands there', () => {
  expect(batchOf(open, { ...all, upper: 12, without: ['upper'] })).toEqual({
    stages: { upper: null, lower: open.lower },
    count: 10,
    fits: true,
  });
  expect(batchOf(open, { ...all, without: ['upper', 'lower'] })).toMatchObject({ count: 0, fits: false });
});

it('fits the limits of the table', () => {
  const upTo = (to: number) => batchOf({ upper: { from: 1, to }, lower: null }, all).fits;
  expect([upTo(limits.batchMax), upTo(limits.batchMax + 1)]).toEqual([true, false]);
});
