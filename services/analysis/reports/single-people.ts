/** Figures of a single person rest on some cases: fewer say more of chance than of the person. */
import type { RunSql } from './answer-report.ts';
import {
  numberOrZero,
  type ReportDefinition,
  type ReportParams,
  reportSplits,
  type SplitName,
} from './report.ts';

/** Fewest cases of a person whose figures are shown. */
export const minShownCasesPerPerson = 20;

type Asked = {
  params: ReportParams;
  by: SplitName | null;
  /** Cases that the answer rests on. */
  cases: number;
};

type PersonCheck<Item> = {
  isShown: (item: Item) => boolean;
  /** People who have too few cases. */
  fewCases: number;
};

/** The column of the basis with whose work the items show, and the field of an item with the same. */
function personOf<Item>({ basis }: ReportDefinition<Item>, by: SplitName | null) {
  if (by !== null && 'isPerson' in reportSplits[by]) return { column: 'split', field: 'group' } as const;
  return basis.person === undefined ? undefined : { column: basis.person, field: 'person' };
}

export async function createPersonCheck<Item>(
  report: ReportDefinition<Item>,
  { params, by, cases }: Asked,
  run: RunSql,
): Promise<PersonCheck<Item>> {
  const { sql, figures } = report.basis;
  if (params.person !== null) {
    // The cases that the figures count: a short range has fewer than the person ever had.
    const [counted] = await run(
      `SELECT count(DISTINCT case_id)::INTEGER AS cases FROM (${sql(by)}) WHERE ${figures.cases?.where ?? 'true'}`,
      params,
    );
    if (Math.min(cases, numberOrZero(counted?.cases)) < minShownCasesPerPerson)
      return { isShown: () => false, fewCases: cases === 0 ? 0 : 1 };
  }
  const person = personOf(report, by);
  if (!person) return { isShown: () => true, fewCases: 0 };
  const rows = await run(
    `SELECT ${person.column} AS person, count(DISTINCT case_id)::INTEGER AS cases
FROM (${sql(by)}) WHERE ${figures.cases?.where ?? 'true'} AND ${person.column} IS NOT NULL
GROUP BY ALL HAVING count(DISTINCT case_id) < ${minShownCasesPerPerson} AND count(DISTINCT case_id) > 0`,
    params,
  );
  const few = new Set(rows.filter(row => numberOrZero(row.cases) > 0).map(row => String(row.person)));
  // Cast: the field is one of the item's about.
  const whose = (item: Item) => (report.cell(item).about as Record<string, unknown>)[person.field];
  return { isShown: item => !few.has(String(whose(item))), fewCases: few.size };
}
