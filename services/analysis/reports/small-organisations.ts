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
FROM chosen GROUP BY ALL`;

const keyOf = (values: readonly unknown[]) => JSON.stringify(values.map(value => String(value ?? null)));

/** Values, by `keyOf`, of which an organisation's cases are hidden. */
function hiddenKeys(
  rows: readonly ReportRow[],
  names: readonly SealedName[],
  { org, k }: { org: string | null; k: number },
): ReadonlySet<string> {
  const keyed = rows.map(row => ({ row, key: keyOf(names.map(name => row[sealedColumns[name]])) }));
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
  const chosen = Object.entries({ method, productType }).filter(([, value]) => value !== null);
  // Cast: the names are those of the object.
  const names = chosen.map(([name]) => name) as SealedName[];
  const values = chosen.map(([, value]) => value);
  const isHidden = (some: readonly SealedName[], own: readonly unknown[]) =>
    hiddenKeys(rows, some, { org, k }).has(keyOf(own));
  const isWhole =
    names.some((name, i) => isHidden([name], [values[i]])) || (names.length > 1 && isHidden(names, values));
  const groups = split === null ? undefined : hiddenKeys(rows, [...names, split], { org, k });
  return { isWhole, hidesGroup: group => isWhole || groups?.has(keyOf([...values, group])) === true };
}
