/**
 * Organisations of which a few cases have a value from under the seal. Anybody can ask for all organisations together and then for
 * each of the others, so the rest would be the number of the small one. Its answers are hidden, and those of other organisations
 * with it, until its number follows from no sum.
 */
import { findHiddenCells } from '../suppress.ts';
import { chosenCasesSql, numberOrZero, type ReportParams, type ReportRow } from './report.ts';

/** Columns under the seal by which reports are filtered or split. */
const sealedColumns = { method: 'method', productType: 'product_type', preset: 'preset' } as const;
export type SealedName = keyof typeof sealedColumns;

/** Cases of each organisation by everything under the seal. */
export const casesOfOrganisationsSql = `WITH ${chosenCasesSql}
SELECT org_id AS org, ${Object.values(sealedColumns).join(', ')}, count(*)::INTEGER AS cases_of_org
FROM chosen GROUP BY ALL ORDER BY ALL`;

const keyOf = (values: readonly unknown[]) => JSON.stringify(values.map(value => String(value ?? null)));

type Whose = { org: string | null; k: number };

/** Values, by `keyOf`, of which an organisation's cases are hidden in the table of organisations by this column. */
function hiddenKeys(rows: readonly ReportRow[], name: SealedName, { org, k }: Whose): ReadonlySet<string> {
  const keyed = rows.map(row => ({ row, key: keyOf([row[sealedColumns[name]]]) }));
  const orgs = [...Map.groupBy(keyed, ({ row }) => row.org)];
  const keys = [...new Set(keyed.map(({ key }) => key))];
  const counts = orgs.map(([, of]) =>
    keys.map(key =>
      of.reduce((sum, one) => sum + (one.key === key ? numberOrZero(one.row.cases_of_org) : 0), 0),
    ),
  );
  const hidden = findHiddenCells(counts, k);
  const own = orgs.findIndex(([id]) => id === org);
  return new Set(keys.filter((_, c) => hidden === null || hidden[own]?.[c] === true));
}

/** Whether some organisation has a few cases of some values of all these columns. */
function isAnySmall(rows: readonly ReportRow[], names: readonly SealedName[], k: number): boolean {
  const cells = Map.groupBy(rows, row => keyOf([row.org, ...names.map(name => row[sealedColumns[name]])]));
  return [...cells.values()].some(of => {
    const count = of.reduce((sum, row) => sum + numberOrZero(row.cases_of_org), 0);
    return count > 0 && count < k;
  });
}

/** A value from under the seal that a question names. */
type SealedValue = readonly [name: SealedName, value: string | number | null];

/**
 * Whether an organisation's cases of these values are hidden. Why two columns together are shown only where no organisation has a small
 * cell of both: cells that are safe in the table of both columns follow from the tables of each, and of a third.
 */
function areHidden(rows: readonly ReportRow[], values: readonly SealedValue[], whose: Whose): boolean {
  const names = values.map(([name]) => name);
  const isAlone = values.some(([name, value]) => hiddenKeys(rows, name, whose).has(keyOf([value])));
  return isAlone || (new Set(names).size > 1 && isAnySmall(rows, names, whose.k));
}

export type HiddenOrganisation = {
  /** The organisation has too few cases of what the question chooses. */
  isWhole: boolean;
  /** True if it has too few cases of a group, or is hidden as a whole. */
  hidesGroup(group: string): boolean;
};

/**
 * @param rows of `casesOfOrganisationsSql`, without a choice of organisation, method or product type
 * @param split what the report is split by; null for nothing under the seal
 */
export function hiddenOfOrganisation(
  rows: readonly ReportRow[],
  { org, method, productType }: Pick<ReportParams, 'org' | 'method' | 'productType'>,
  { split, k }: { split: SealedName | null; k: number },
): HiddenOrganisation {
  const filters: readonly SealedValue[] = [
    ['method', method],
    ['productType', productType],
  ];
  const chosen = filters.filter(([, value]) => value !== null);
  const isWhole = areHidden(rows, chosen, { org, k });
  return {
    isWhole,
    hidesGroup: group =>
      isWhole || (split !== null && areHidden(rows, [...chosen, [split, group]], { org, k })),
  };
}
