import { expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import type { ChartColours } from '../chart/chart-colours.ts';
import { timesMatrixChartOption, timesMatrixOf } from './times-matrix.ts';
import {
  type CycleTime,
  countOpenStaysByHolder,
  hasTooFewStays,
  selectShownTimes,
  sortByGroupWords,
  splitFoldedTimes,
} from './times-rows.ts';

const row = (status: number, group: string | null) => ({ status, group, stays: 9 });
const words: Record<string, string> = { ua: 'Technician 10', ub: 'Technician 2', uc: 'Technician 1' };

test('technicians are in the order of their numbers within a status, and statuses stay where they are', () => {
  const rows = [row(23, 'ua'), row(23, 'ub'), row(23, null), row(13, 'ub'), row(13, 'uc')];
  const sorted = sortByGroupWords(rows, group => words[group] ?? group, 'en');
  expect(sorted.map(({ status, group }) => [status, group])).toEqual([
    [23, null],
    [23, 'ub'],
    [23, 'ua'],
    [13, 'uc'],
    [13, 'ub'],
  ]);
});

test('fewer than eight stays are too few for a quantile', () => {
  expect([7, 8].map(stays => hasTooFewStays({ stays }))).toEqual([true, false]);
});

test('without a choice the laboratory’s statuses are shown, and wear is not among them', () => {
  const rows = [13, 15, 23, 25].map(status => ({ status }));
  const statusesOf = (asked: Parameters<typeof selectShownTimes>[1]) =>
    selectShownTimes(rows, asked).items.map(({ status }) => status);
  expect(statusesOf({})).toEqual([13]);
  expect(statusesOf({ with: 'patient' })).toEqual([25]);
  expect(statusesOf({ with: 'all' })).toEqual([13, 15, 23, 25]);
  expect(selectShownTimes([{ status: Status.AwaitingNextBatch }], {})).toMatchObject({
    holder: 'all',
    items: [{ status: Status.AwaitingNextBatch }],
  });
});

test('rows with too few stays and months before the last six are folded, unless all would be', () => {
  const months = ['2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09'];
  const designing = months.map(group => row(Status.PlanUnderDesign, group));
  const rows = [...designing, { ...row(Status.PlanUnderDesign, '2026-09'), stays: 3 }];
  const { shown, folded } = splitFoldedTimes(rows, 'month');
  expect(shown.map(({ group }) => group)).toEqual(months.slice(1));
  expect(folded.map(({ group, stays }) => [group, stays])).toEqual([
    ['2026-03', 9],
    ['2026-09', 3],
  ]);
  expect(splitFoldedTimes(rows, 'org').folded).toHaveLength(1);
  expect(splitFoldedTimes(rows, undefined).folded).toEqual([]);
  expect(splitFoldedTimes([{ group: 'a', stays: 1 }], 'org')).toEqual({
    shown: [{ group: 'a', stays: 1 }],
    folded: [],
  });
});

test('a status of the address chooses its holder, and one without rows is left out', () => {
  const rows = [13, 15].map(status => ({ status }));
  expect(selectShownTimes(rows, { status: '15' })).toMatchObject({
    holder: 'doctor',
    items: [{ status: Status.PlanAwaitingDoctor }],
  });
  expect(selectShownTimes(rows, { status: '15', with: 'all' })).toMatchObject({
    holder: 'all',
    statuses: [13, 15],
  });
  expect(selectShownTimes(rows, { status: '16' })).toMatchObject({ holder: 'laboratory', status: undefined });
});

test('open stays are counted by those who have the cases, unless a count is hidden', () => {
  const rows = [
    { status: Status.PlanUnderDesign, open: 4 },
    { status: Status.PlanAwaitingExpert, open: null },
    { status: Status.AwaitingNextBatch, open: 2 },
    { status: Status.AllSent, open: 1 },
  ];
  expect([...countOpenStaysByHolder(rows)]).toEqual([
    ['laboratory', null],
    ['patient', 3],
  ]);
});

test('a cell of the matrix is compared with the middle of its row, which has no colour', () => {
  const cell = (status: number, group: string, p50S: number) =>
    ({ ...row(status, group), p50S }) as unknown as CycleTime;
  const items = [cell(13, 'a', 10), cell(13, 'b', 20), cell(13, 'c', 60), cell(14, 'a', 0)];
  const { statuses, cells } = timesMatrixOf(items, ['a', 'b', 'c']);
  expect(statuses).toEqual([13, 14]);
  expect(cells.map(one => [one.row, one.column, one.ratio])).toEqual([
    [0, 0, 0.5],
    [0, 1, 1],
    [0, 2, 3],
    [1, 0, 0],
  ]);
  const words = { rows: ['13', '14'], columns: ['a', 'b', 'c'], duration: String };
  // Boundary: colours are only passed on.
  const option = timesMatrixChartOption({ statuses, groups: ['a', 'b', 'c'], cells }, words)(
    {} as ChartColours,
    600,
  );
  const [min, max] = [-1, 1];
  expect(option).toMatchObject({
    visualMap: { min, max },
    series: [
      {
        data: [
          [0, 0, min],
          [1, 0, 0],
          [2, 0, max],
          [0, 1, min],
        ],
      },
    ],
  });
});
