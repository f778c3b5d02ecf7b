import { expect, test } from 'vitest';
import { cost, figures, loads, needs, partitions, readPage, tables, written } from './sizing.ts';

test('SIZING.md has the computed tables (`npx node infra/deploy/sizing.ts --write`)', () => {
  const page = readPage();
  expect(page).toBe(written(page));
  for (const made of Object.values(tables)) expect(page).toContain(made);
});

test('the load of 1,000 active users equals the measured one: one act per user every five seconds', () => {
  const load = loads.find(({ name }) => name === '1,000 active users');
  if (!load) throw new Error('it is gone');
  expect(Math.round(needs(load).active)).toBe(1_000);
  expect(Math.round(needs(load).requests)).toBe(1_000 / figures.secondsPerAct[0]);
});

test('every figure names its source, and more cases never cost less', () => {
  for (const [value, unit, from] of Object.values(figures)) {
    expect(value).toBeGreaterThan(0);
    expect([unit.length > 0, from.length > 4]).toEqual([true, true]);
  }
  const all = loads.map(load => cost(load).all);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(loads.map(partitions).every(n => n >= 1)).toBe(true);
});
