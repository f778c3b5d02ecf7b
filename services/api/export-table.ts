/** Columns and texts of the case list's Excel table. */
import type { CaseListItem } from '#projections/caseList/item.ts';
import type { Dictionaries, Lang } from '../i18n/dictionaries.ts';

/** Cell of the Excel table: text, a number, or empty. */
export type TableCell = string | number | null;

/** Formatting functions for the cells of the Excel table. */
type In = {
  /** Returns the text of a dictionary key, or the key itself if it has none. */
  say: (key: string) => string;
  /** Formats a time in the time zone of the reader's organisation. */
  local: (iso: string | null) => TableCell;
};

type Column = { key: string; width: number; cell: (item: CaseListItem, more: In) => TableCell };

const stages = ({ stages: all, sent }: CaseListItem): TableCell =>
  all && `${sent.upper + sent.lower}/${all.upper + all.lower}`;

function handlerNames({ handlers }: CaseListItem, { say }: In): TableCell {
  const positions = handlers.positions.map(position => say(`case:position.${position}`));
  return [...handlers.people.map(person => person.name), ...positions].join(' / ') || null;
}

/** Widths are in characters. Headings are texts under `case:column`. */
export const exportColumns: readonly Column[] = [
  { key: 'caseId', width: 10, cell: i => i.caseId },
  { key: 'outsideCaseNumber', width: 16, cell: i => i.outsideCaseNumber },
  { key: 'patient', width: 20, cell: i => i.patientName },
  { key: 'gender', width: 8, cell: (i, { say }) => i.gender && say(`rx:option.gender.${i.gender}`) },
  { key: 'birthDate', width: 12, cell: i => i.birthDate },
  { key: 'clinic', width: 28, cell: i => i.clinic },
  { key: 'doctor', width: 18, cell: i => i.doctor },
  { key: 'owner', width: 18, cell: i => i.owner.name },
  { key: 'designer', width: 18, cell: i => i.assignee?.name ?? null },
  { key: 'handler', width: 24, cell: handlerNames },
  { key: 'method', width: 18, cell: (i, { say }) => i.method && say(`case:method.${i.method}`) },
  {
    key: 'productType',
    width: 14,
    cell: (i, { say }) => i.productType && say(`case:productType.${i.productType}`),
  },
  { key: 'stage', width: 10, cell: stages },
  { key: 'status', width: 30, cell: (i, { say }) => say(`case:status.${i.statusWord.replace('.', '_')}`) },
  { key: 'createdAt', width: 17, cell: (i, { local }) => local(i.createdAt) },
  { key: 'submittedAt', width: 17, cell: (i, { local }) => local(i.submittedAt) },
  { key: 'updatedAt', width: 17, cell: (i, { local }) => local(i.updatedAt) },
];

/** Formats `2026-11-20 11:05` in a time zone. The Swedish locale writes ISO dates. */
export function createTimeFormatter(zone: string): In['local'] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return iso => (iso ? format.format(new Date(iso)) : null);
}

export type TableLocale = { lang: Lang; words: Dictionaries; zone: string };

/** Converts rows to cells. The first row is the heading. */
export function createExportTable({ lang, words, zone }: TableLocale) {
  const more: In = { say: key => words.find(lang, key) ?? key, local: createTimeFormatter(zone) };
  return {
    heading: exportColumns.map((c): TableCell => more.say(`case:column.${c.key}`)),
    row: (item: CaseListItem) => exportColumns.map((c): TableCell => c.cell(item, more)),
    /** Name of the Excel sheet. Excel allows 31 characters. */
    sheet: more.say('caseList:title').slice(0, 31),
  };
}
