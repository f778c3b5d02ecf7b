/** The columns of an answer that a chart shows, and the points that it draws. Pure. */
import type { AskAnswer, QuestionDetail } from '#services/api/answers.ts';
import { cellText, isNumericType } from './cell-text.ts';

export type ChartChoice = NonNullable<QuestionDetail['chart']>;
type Columns = AskAnswer['columns'];

/** A chart with more points is unreadable. */
export const MAX_CHART_POINTS = 200;

/** Names of the columns that can be a chart's heights. */
export const numericColumnNames = (columns: Columns): string[] =>
  columns.filter(({ type }) => isNumericType(type)).map(({ name }) => name);

/**
 * The wanted columns as far as the answer has them, otherwise the first columns that fit. Undefined without a numeric
 * column.
 */
export function fittingChartChoice(columns: Columns, wanted: ChartChoice | null): ChartChoice | undefined {
  const numbers = numericColumnNames(columns);
  const names = columns.map(({ name }) => name);
  const y = wanted && numbers.includes(wanted.y) ? wanted.y : numbers.at(-1);
  if (y === undefined) return undefined;
  const words = columns.filter(({ type }) => !isNumericType(type)).map(({ name }) => name);
  const fallback = words[0] ?? names.find(name => name !== y) ?? y;
  const x = wanted && names.includes(wanted.x) ? wanted.x : fallback;
  return { kind: wanted?.kind ?? 'bar', x, y };
}

export type ResultChartPoint = { key: string; name: string; value: number | null };

export function chartPointsOf(
  { columns, rows }: Pick<AskAnswer, 'columns' | 'rows'>,
  { x, y }: ChartChoice,
): ResultChartPoint[] {
  const at = (wanted: string) => columns.findIndex(({ name }) => name === wanted);
  const [nameAt, valueAt] = [at(x), at(y)];
  return rows.slice(0, MAX_CHART_POINTS).map((row, i) => {
    const [name, value] = [row[nameAt] ?? null, row[valueAt]];
    return {
      key: String(i),
      name: cellText(name, columns[nameAt]?.type ?? ''),
      value: typeof value === 'number' ? value : null,
    };
  });
}

/** The point with the largest value. */
export const highestPoint = (points: readonly ResultChartPoint[]): ResultChartPoint | undefined =>
  points.reduce<ResultChartPoint | undefined>(
    (most, point) =>
      (point.value ?? Number.NEGATIVE_INFINITY) > (most?.value ?? Number.NEGATIVE_INFINITY) ? point : most,
    undefined,
  );
