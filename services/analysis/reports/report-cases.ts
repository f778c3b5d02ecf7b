/** The cases behind a figure of a report, each with the fact that counts. */
import { answerReport, type ReportQuestion, type RunSql } from './answer-report.ts';
import { type FigureBasis, numberOrNull, numberOrZero, type ReportDefinition } from './report.ts';

type FigureCase = {
  caseId: string;
  /** Position of the event that made the fact, as digits; null if the fact is more than one event. */
  position: string | null;
  /** ISO times at which the fact began and ended; null: it has no end, or none yet. */
  since: string;
  until: string | null;
};

export type CasesOfFigure = {
  items: FigureCase[];
  /** What the figure counts: cases, or facts of which a case may have several. */
  counts: 'facts' | 'cases';
  /** The figure itself. */
  total: number;
  cases: number;
  /** The figure is not shown in the report, so that it opens nothing. */
  isHidden: boolean;
};

export type FigureQuestion = ReportQuestion & {
  /** Values of the cell by field (figures.ts). */
  cell: Readonly<Record<string, string | null>>;
  figure: string;
  page: number;
  size: number;
};

const where = ({ about, figures }: FigureBasis, figure: string) =>
  [...Object.values(about), figures[figure]?.where ?? 'true'].join(' AND ');

function casesSql(basis: FigureBasis, { by, figure }: FigureQuestion): string {
  const behind = `behind AS (SELECT case_id, position, since, until FROM (${basis.sql(by)})
  WHERE ${where(basis, figure)})`;
  const rows =
    basis.figures[figure]?.counts === 'cases'
      ? 'SELECT case_id, arg_min(position, since) AS position, min(since) AS since, arg_min(until, since) AS until FROM behind GROUP BY case_id'
      : 'SELECT * FROM behind';
  return `WITH ${behind}, counted AS (${rows}),
counts AS (SELECT count(*)::INTEGER AS total, count(DISTINCT case_id)::INTEGER AS cases FROM counted),
page AS (SELECT * FROM counted ORDER BY since DESC, case_id, position LIMIT $c_size::BIGINT OFFSET $c_offset::BIGINT)
SELECT counts.*, case_id, position::VARCHAR AS position, epoch_ms(since) AS since, epoch_ms(until) AS until
FROM counts LEFT JOIN page ON true ORDER BY since DESC, case_id, position`;
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Whether the report shows the figure: one that is hidden opens nothing. */
async function isShown<Item>(
  report: ReportDefinition<Item>,
  question: FigureQuestion,
  run: RunSql,
): Promise<'shown' | 'hidden' | 'absent'> {
  const { items, hidden, fewCases } = await answerReport(report, question, run);
  const isIt = (about: Partial<Item>) =>
    Object.entries(question.cell).every(([field, value]) => {
      // Cast: the cell has the fields that items are about.
      const own = (about as Record<string, string | number | null>)[field] ?? null;
      return (own === null ? null : String(own)) === value;
    });
  if (hidden.some(isIt)) return 'hidden';
  const item = items.find(one => isIt(report.cell(one).about));
  if (!item) return fewCases > 0 ? 'hidden' : 'absent';
  const { parts = {} } = report.cell(item);
  return parts[question.figure] === null ? 'hidden' : 'shown';
}

/** A page of the facts that a figure counts, the newest first, whether the figure is shown or not. */
export async function listFactsOfFigure<Item>(
  report: ReportDefinition<Item>,
  question: FigureQuestion,
  run: RunSql,
): Promise<Omit<CasesOfFigure, 'isHidden'>> {
  const { cell, figure, page, size, params } = question;
  const values = Object.fromEntries(Object.entries(cell).map(([field, value]) => [`c_${field}`, value]));
  const rows = await run(casesSql(report.basis, question), {
    ...{ ...params, ...values, c_size: size, c_offset: (page - 1) * size },
  });
  const items = rows
    .filter(row => row.case_id !== null)
    .map(row => ({
      caseId: String(row.case_id),
      position: row.position === null ? null : String(row.position),
      since: isoOf(numberOrZero(row.since)) ?? '',
      until: isoOf(numberOrNull(row.until)),
    }));
  const counts = report.basis.figures[figure]?.counts ?? 'cases';
  return { items, counts, total: numberOrZero(rows[0]?.total), cases: numberOrZero(rows[0]?.cases) };
}

/** Lists a page of the cases that a figure counts. */
export async function listCasesOfFigure<Item>(
  report: ReportDefinition<Item>,
  question: FigureQuestion,
  run: RunSql,
): Promise<CasesOfFigure> {
  const shown = await isShown(report, question, run);
  if (shown === 'shown') return { ...(await listFactsOfFigure(report, question, run)), isHidden: false };
  const counts = report.basis.figures[question.figure]?.counts ?? 'cases';
  return { items: [], counts, total: 0, cases: 0, isHidden: shown === 'hidden' };
}
