import { expect, test } from 'vitest';
import { forecastsHref, readForecastsSearch } from './forecasts-search.ts';
import {
  keptPercent,
  leastAccurateForecast,
  lowestAndHighestKeptPercent,
  minDatesForPercent,
  monthsWithPercent,
  sumKeptDatesOfShare,
} from './kept-dates.ts';

const dates = (share: number, passed: number, came: number) => ({
  share,
  said: passed + 5,
  passed,
  came,
  ended: 0,
});
const item = (key: string, half: number, most: number) => ({
  key,
  kept: [dates(0.5, 100, half), dates(0.85, 100, most)],
  width: 3,
});

test('a percentage needs enough dates that have passed', () => {
  expect(keptPercent(dates(0.5, minDatesForPercent, 9))).toBe(45);
  expect(keptPercent(dates(0.5, minDatesForPercent - 1, 9))).toBe(null);
  expect(keptPercent(undefined)).toBe(null);
});
test('the item kept least is the one whose share differs most from the promise', () => {
  const items = [item('designed', 52, 84), item('doctor', 47, 70), item('shipped', 41, 85)];
  expect(leastAccurateForecast(items, [0.5, 0.85])).toEqual({ key: 'doctor', share: 0.85, kept: 70 });
  expect(leastAccurateForecast([], [0.5])).toBeUndefined();
  expect(lowestAndHighestKeptPercent(items, 0.85)).toEqual({ low: 70, high: 85 });
  expect(sumKeptDatesOfShare(items, 0.5)).toMatchObject({ passed: 300, came: 140, said: 315 });
});
test('months end with the last one whose dates have passed, and keep a gap before it', () => {
  const early = { key: '2026-02', kept: [dates(0.5, 3, 1)], width: 3 };
  const items = [item('2026-01', 52, 84), early, item('2026-03', 47, 70), { ...early, key: '2027-10' }];
  expect(monthsWithPercent(items).map(({ key }) => key)).toEqual(['2026-01', '2026-02', '2026-03']);
  expect(monthsWithPercent([early])).toEqual([]);
});
test('the address keeps what the screen can show, and nothing else', () => {
  const search = readForecastsSearch({
    step: 'doctor',
    from: '2026-05-01',
    to: '2026-04-01',
    asOf: '',
    by: 'x',
  });
  expect(search).toEqual({
    step: 'doctor',
    from: '2026-05-01',
    to: undefined,
    asOf: undefined,
    listed: undefined,
    others: {},
  });
  expect(forecastsHref(readForecastsSearch({ org: 'main' }))).toBe('/analysis/forecasts?org=main');
  expect(readForecastsSearch({ step: 'submitted', from: '2026-02-31' })).toEqual(readForecastsSearch({}));
  expect(forecastsHref(search, { step: undefined })).toBe('/analysis/forecasts?from=2026-05-01');
  const listed = { step: 'doctor', share: 'most', kept: false } as const;
  const href = forecastsHref(search, { listed });
  expect(href).toContain('list=doctor-most-missed');
  expect(readForecastsSearch({ list: 'doctor-most-missed' }).listed).toEqual(listed);
  expect(readForecastsSearch({ list: 'submitted-most-missed' }).listed).toBeUndefined();
});
