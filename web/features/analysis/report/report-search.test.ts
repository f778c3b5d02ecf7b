import { expect, test } from 'vitest';
import {
  dayAfter,
  dayOfMoment,
  figureCasesSearch,
  filtersForScreen,
  lastDayBefore,
  momentOfReportLink,
  openedFigureOf,
  readReportSearch,
  reportHref,
} from './report-search.ts';

test('the filters stay from report to report, the split and the list do not', () => {
  const search = { from: '2026-03-01', person: 'u23456789ab', org: 'main', by: 'month', list: 'map.stays' };
  expect(filtersForScreen('times', 'map', search)).toMatchObject({
    from: '2026-03-01',
    person: 'u23456789ab',
    org: 'main',
  });
  expect(filtersForScreen('times', 'map', search)).not.toHaveProperty('by');
  expect(filtersForScreen('times', 'replay', search)).toEqual({});
  expect(filtersForScreen('log', 'map', search)).toEqual({});
});

test('days of a question by method are widened to whole months, and its moment goes back to the end of one', () => {
  const days = { from: '2026-03-15', to: '2026-12-02', asOf: '2026-12-31T10:00:00Z' };
  expect(readReportSearch(days)).toMatchObject(days);
  const whole = { from: '2026-03-01', to: '2027-01-01', asOf: '2026-12-01' };
  expect(readReportSearch({ ...days, method: '1' })).toMatchObject(whole);
  expect(readReportSearch({ ...days, by: 'productType' })).toMatchObject(whole);
  expect(reportHref('times', days, { by: 'method' })).toContain('to=2027-01-01');
  // A position belongs to no month.
  expect(readReportSearch({ method: '1', asOf: '9f86d081-12' }).asOf).toBeUndefined();
});

test('the last day of a range belongs to it', () => {
  expect(dayAfter('2026-03-31')).toBe('2026-04-01');
  expect(lastDayBefore('2026-01-01')).toBe('2025-12-31');
  expect(lastDayBefore('2026-13-01')).toBe('2026-13-01');
  expect([dayAfter(undefined), lastDayBefore(undefined)]).toEqual([undefined, undefined]);
  // The forecasts include the day `to`.
  expect(filtersForScreen('times', 'forecasts', { to: '2026-04-01' }).to).toBe('2026-03-31');
  expect(filtersForScreen('forecasts', 'times', { to: '2026-03-31' }).to).toBe('2026-04-01');
  expect(filtersForScreen('times', 'map', { to: '2026-04-01' }).to).toBe('2026-04-01');
  // A whole month that was typed stays the same.
  expect(readReportSearch({ to: dayAfter('2026-03-31') ?? '', method: '1' }).to).toBe('2026-04-01');
});

test('the address opens a figure that a report has, and closes it with the next change', () => {
  const opened = { list: 'cycleTimes.stays', cell: '12~' };
  expect(openedFigureOf(opened)).toEqual({ report: 'cycleTimes', figure: 'stays', cell: '12~' });
  for (const search of [
    { ...opened, list: 'toString.stays' },
    { ...opened, cell: '12' },
    { list: 'map.came', cell: '1~2' },
    {},
  ])
    expect(openedFigureOf(search)).toBeUndefined();
  expect(reportHref('times', opened, { by: 'month' })).toBe('/analysis/times?by=month');
  expect(reportHref('times', {}, opened)).toBe('/analysis/times?list=cycleTimes.stays&cell=12%7E');
});

test('cases behind totals are split by technician unless the address has a split', () => {
  expect(figureCasesSearch({ report: 'reworkTotals' }, { org: 'main' })).toEqual({
    org: 'main',
    by: 'technician',
  });
  expect(figureCasesSearch({ report: 'reworkTotals' }, { by: 'doctor' }).by).toBe('doctor');
  expect(figureCasesSearch({ report: 'rework' }, {}).by).toBeUndefined();
});

test('a copied link keeps the moment of its figures, except by method or product type', () => {
  expect(momentOfReportLink({ by: 'month' }, '9f86d081-12')).toBe('9f86d081-12');
  expect(momentOfReportLink({ asOf: '2026-12-01' }, '9f86d081-12')).toBe('2026-12-01');
  expect(momentOfReportLink({ by: 'method' }, '9f86d081-12')).toBeUndefined();
  expect(momentOfReportLink({}, undefined)).toBeUndefined();
});

test('a moment has a day, a position has none', () => {
  expect(dayOfMoment('2026-12-31T10:00:00Z')).toBe('2026-12-31');
  expect(dayOfMoment('9f86d081-12')).toBeUndefined();
});
