/** Columns and texts of an export of the audit. */
import { type AuditDetail, auditDetailsOf } from '#events/audit/details.ts';
import { organisationName } from '#events/person/organisation.ts';
import type { Lang } from '../i18n/dictionaries.ts';
import type { AuditItem } from './audit-items.ts';
import { createTimeFormatter, type TableCell, type TableLocale } from './export-table.ts';

type Say = (key: string, values?: Record<string, string | number>) => string;
type In = { lang: Lang; say: Say; local: (iso: string | null) => TableCell };
type Column = { key: string; width: number; cell: (item: AuditItem, more: In) => TableCell };

function sayDetail(detail: AuditDetail, say: Say): string {
  if ('text' in detail) return detail.text;
  if ('option' in detail) return say(`rx:option.${detail.option}`);
  if ('position' in detail) return say(`case:position.${detail.position}`);
  return say(`audit:${detail.word}`, detail.values);
}

const nameOf = ({ id, name }: AuditItem['by'], say: Say) => (id === 'system' ? say('audit:system') : name);

/** Widths are in characters. Headings are texts under `audit:column`. */
const columns: readonly Column[] = [
  { key: 'at', width: 20, cell: (i, { local }) => local(i.at) },
  { key: 'kind', width: 18, cell: (i, { say }) => say(`audit:kind.${i.kind}`) },
  { key: 'act', width: 34, cell: (i, { say }) => say(`audit:act.${i.type}`) },
  { key: 'by', width: 20, cell: (i, { say }) => nameOf(i.by, say) },
  {
    key: 'about',
    width: 24,
    cell: i => [...i.people, ...(i.sought ? [i.sought] : [])].map(({ name }) => name).join(' / ') || null,
  },
  { key: 'case', width: 10, cell: i => i.caseId ?? i.facts.filter?.caseId ?? null },
  {
    key: 'details',
    width: 40,
    cell: (i, { say, lang }) =>
      [
        ...(i.organisation ? [organisationName(i.organisation, lang)] : []),
        ...auditDetailsOf(i.facts).map(detail => sayDetail(detail, say)),
      ].join(' · ') || null,
  },
  { key: 'range', width: 20, cell: (i, { say }) => (i.range === 'local' ? say('audit:local') : i.range) },
  { key: 'utc', width: 26, cell: i => i.at },
  { key: 'id', width: 30, cell: i => i.id },
];

export function createAuditTable({ lang, words, zone }: TableLocale) {
  const say: Say = (key, values) => words.find(lang, key, values) ?? key;
  const more: In = { lang, say, local: createTimeFormatter(zone) };
  return {
    sheet: say('audit:section').slice(0, 31),
    widths: columns.map(({ width }) => width),
    heading: columns.map(({ key }): TableCell => say(`audit:column.${key}`)),
    row: (item: AuditItem) => columns.map((column): TableCell => column.cell(item, more)),
  };
}
