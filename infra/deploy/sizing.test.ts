import { expect, test } from 'vitest';
import {
  computeMonthlyCostsOfLoad,
  computeRequiredCapacity,
  countPartitions,
  readSizingPage,
  sizingLoads,
  sizingTableTexts,
  updateSizingTables,
} from './sizing.ts';
import { sizingFigures } from './sizing-figures.ts';

test('SIZING.md has the computed tables (`npx node infra/deploy/sizing.ts --write`)', () => {
  const page = readSizingPage();
  expect(page).toBe(updateSizingTables(page));
  for (const made of Object.values(sizingTableTexts)) expect(page).toContain(made);
});

test('the load of 1,000 active users equals the measured one: one act per user every five seconds', () => {
  const load = sizingLoads.find(({ name }) => name === '1,000 active users');
  if (!load) throw new Error('it is gone');
  expect(Math.round(computeRequiredCapacity(load).active)).toBe(1_000);
  expect(Math.round(computeRequiredCapacity(load).requests)).toBe(1_000 / sizingFigures.secondsPerAct[0]);
});

test('every figure names its source, and more cases never cost less', () => {
  for (const [value, unit, from] of Object.values(sizingFigures)) {
    expect(value).toBeGreaterThan(0);
    expect([unit.length > 0, from.length > 4]).toEqual([true, true]);
  }
  const all = sizingLoads.map(load => computeMonthlyCostsOfLoad(load).all);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(sizingLoads.map(countPartitions).every(n => n >= 1)).toBe(true);
});
