import { expect, test } from 'vitest';
import { byGroupWords, isTooFew } from './times-rows.ts';

const row = (status: number, group: string | null) => ({ status, group, stays: 9 });
const words: Record<string, string> = { ua: 'Technician 10', ub: 'Technician 2', uc: 'Technician 1' };

test('technicians are in the order of their numbers within a status, and statuses stay where they are', () => {
  const rows = [row(23, 'ua'), row(23, 'ub'), row(23, null), row(13, 'ub'), row(13, 'uc')];
  const sorted = byGroupWords(rows, group => words[group] ?? group, 'en');
  expect(sorted.map(({ status, group }) => [status, group])).toEqual([
    [23, null],
    [23, 'ub'],
    [23, 'ua'],
    [13, 'uc'],
    [13, 'ub'],
  ]);
});

test('fewer than eight stays are too few for a quantile', () => {
  expect([7, 8].map(stays => isTooFew({ stays }))).toEqual([true, false]);
});
