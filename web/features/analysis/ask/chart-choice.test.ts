import { describe, expect, it } from 'vitest';
import { chartPointsOf, fittingChartChoice, highestPoint, MAX_CHART_POINTS } from './chart-choice.ts';

const columns = [
  { name: 'n', type: 'BIGINT' },
  { name: 'word', type: 'VARCHAR' },
  { name: 'share', type: 'DECIMAL(5,2)' },
  { name: 'list', type: 'INTEGER[]' },
];

describe('the columns of a chart', () => {
  it('are the first words and the last numbers by themselves', () => {
    expect(fittingChartChoice(columns, null)).toEqual({ kind: 'bar', x: 'word', y: 'share' });
    expect(fittingChartChoice(columns.slice(0, 1), null)).toEqual({ kind: 'bar', x: 'n', y: 'n' });
  });

  it('are the chosen ones as far as the answer has them', () => {
    expect(fittingChartChoice(columns, { kind: 'line', x: 'n', y: 'n' })).toEqual({
      kind: 'line',
      x: 'n',
      y: 'n',
    });
    expect(fittingChartChoice(columns, { kind: 'line', x: 'gone', y: 'word' })).toEqual({
      kind: 'line',
      x: 'word',
      y: 'share',
    });
  });

  it('are none without a column of numbers', () => {
    expect(fittingChartChoice(columns.slice(1, 2), null)).toBeUndefined();
  });
});

describe('the points of a chart', () => {
  const chart = { kind: 'bar', x: 'word', y: 'n' } as const;
  const rows = [
    [2, 'a', null, null],
    [null, null, null, null],
    [-3, 'b', null, null],
  ];
  it('have names and values; the highest is told', () => {
    const points = chartPointsOf({ columns, rows }, chart);
    expect(points.map(({ name, value }) => [name, value])).toEqual([
      ['a', 2],
      ['NULL', null],
      ['b', -3],
    ]);
    expect(highestPoint(points)?.name).toBe('a');
    expect(highestPoint(chartPointsOf({ columns, rows: [] }, chart))).toBeUndefined();
  });

  it('name a day without its time', () => {
    const days = [{ name: 'day', type: 'DATE' }, ...columns.slice(0, 1)];
    const [point] = chartPointsOf(
      { columns: days, rows: [['2026-03-01T00:00:00.000Z', 1]] },
      { ...chart, x: 'day' },
    );
    expect(point?.name).toBe('2026-03-01');
  });

  it('are the first ones of many', () => {
    const many = Array.from({ length: MAX_CHART_POINTS + 1 }, (_, n) => [n, 'x', null, null]);
    expect(chartPointsOf({ columns, rows: many }, chart)).toHaveLength(MAX_CHART_POINTS);
  });
});
