import { expect, it } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { type BatchChoice, computeChosenBatch } from './chosen-batch.ts';

const open = { upper: { from: 11, to: 24 }, lower: { from: 11, to: 20 } };
const all: BatchChoice = { upper: undefined, lower: undefined, without: [] };

it('a batch includes all open stages until a person chooses fewer', () => {
  expect(computeChosenBatch(open, all)).toEqual({ stages: open, count: 24, fits: true });
  expect(computeChosenBatch(open, { ...all, upper: 12 })).toMatchObject({
    stages: { upper: { from: 11, to: 12 } },
    count: 12,
  });
});

it('a batch leaves out an arch that is switched off, whatever number is typed', () => {
  expect(computeChosenBatch(open, { ...all, upper: 12, without: ['upper'] })).toEqual({
    stages: { upper: null, lower: open.lower },
    count: 10,
    fits: true,
  });
  expect(computeChosenBatch(open, { ...all, without: ['upper', 'lower'] })).toMatchObject({
    count: 0,
    fits: false,
  });
});

it('a batch obeys the limits of trays', () => {
  const upTo = (to: number) => computeChosenBatch({ upper: { from: 1, to }, lower: null }, all).fits;
  expect([upTo(limits.batchMax), upTo(limits.batchMax + 1)]).toEqual([true, false]);
});
