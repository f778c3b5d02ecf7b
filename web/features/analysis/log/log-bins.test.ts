import { expect, it } from 'vitest';
import { addDays } from '#events/case/calendar.ts';
import { heatLevel, indexOfDay, joinDayCounts, MAX_HEAT_LEVEL } from './log-bins.ts';

it('days become bars without gaps, each event in one', () => {
  const days = [
    { day: '2026-02-27', count: 3 },
    { day: '2026-03-02', count: 5 },
  ];
  expect(joinDayCounts(days)).toEqual([
    { from: '2026-02-27', to: '2026-02-27', count: 3 },
    { from: '2026-02-28', to: '2026-02-28', count: 0 },
    { from: '2026-03-01', to: '2026-03-01', count: 0 },
    { from: '2026-03-02', to: '2026-03-02', count: 5 },
  ]);
  expect(joinDayCounts([])).toEqual([]);
});

it('many days are joined to as many bars as fit', () => {
  const days = Array.from({ length: 1000 }, (_, i) => ({ day: addDays('2024-01-01', i), count: i }));
  for (const most of [1, 7, 240]) {
    const bins = joinDayCounts(days, most);
    expect(bins.length).toBeLessThanOrEqual(most);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(499_500);
    for (const [i, bin] of bins.entries())
      expect(bin.from).toBe(i === 0 ? '2024-01-01' : addDays(bins[i - 1]?.to ?? '', 1));
    expect(indexOfDay(bins, '2024-01-01')).toBe(0);
    expect(indexOfDay(bins, addDays('2024-01-01', 999))).toBe(bins.length - 1);
  }
});

it('a day outside belongs to the nearest bar', () => {
  const bins = joinDayCounts([{ day: '2026-03-02', count: 5 }]);
  expect(['2020-01-01', '2026-03-02', '2030-01-01'].map(day => indexOfDay(bins, day))).toEqual([0, 0, 0]);
  expect(indexOfDay([], '2026-03-02')).toBe(-1);
});

it('the heat shows a single event beside thousands', () => {
  expect([0, 1, 1000].map(count => heatLevel(count, 1000))).toEqual([0, 1, MAX_HEAT_LEVEL]);
  expect(heatLevel(0, 0)).toBe(0);
});
