/** Reads the rows of an imported table, and checks each cell. */
import { emailSchema, personNameSchema, phoneSchema } from '../case/fields.ts';
import type { Issue } from '../errors.ts';
import { findIssues } from '../parse.ts';
import { internationalNumber } from './contact.ts';
import { type ImportField, importFields, importLimits, requiredImportFields } from './import.ts';
import { type ImportLang, type ImportWords, importWordKey } from './import-words.ts';
import type { Position } from './position.ts';

/** A line of a file, counted from 1, with the text of its cells. */
export type TableLine = { line: number; cells: readonly string[] };

/** Texts of a row, by column. */
export type ImportCells = Partial<Record<ImportField, string>>;

/** Values of a row. Cells with issues are null. */
type ImportedPerson = {
  name: string | null;
  position: Position | null;
  email: string | null;
  phone: string | null;
  lang: ImportLang | null;
  /** Accounts of the doctors whom an Assistant serves. */
  doctors: readonly string[];
};

export type ImportRow = {
  line: number;
  cells: ImportCells;
  person: ImportedPerson;
  /** Each `path` is a column. */
  issues: Issue[];
};

export type ImportTable = {
  rows: ImportRow[];
  /** Headings that no column has. */
  unused: string[];
  /** Issues of the whole file. A `path` is a column, or empty. */
  issues: Issue[];
};

/** The column of each field, and the headings that name no field. */
type Columns = { at: Map<ImportField, number>; unused: string[] };

function columnsOf(cells: readonly string[], words: ImportWords): Columns {
  const at = new Map<ImportField, number>();
  const unused: string[] = [];
  for (const [i, cell] of cells.entries()) {
    const field = words.fields.get(importWordKey(cell));
    if (field && !at.has(field)) at.set(field, i);
    else if (cell.trim()) unused.push(cell.trim().slice(0, importLimits.cell));
  }
  return { at, unused };
}

/** Number of cells that are headings. */
export const countHeadings = (cells: readonly string[], words: ImportWords): number =>
  columnsOf(cells, words).at.size;

function missingColumns({ at }: Columns): Issue[] {
  const missing: ImportField[] = requiredImportFields.filter(field => !at.has(field));
  if (!at.has('email') && !at.has('phone')) missing.push('email');
  return missing.map(path => ({ path, issue: 'import-column' }));
}

/** Excel shortens a number of more than eleven digits to `1.39E+10` when it saves CSV. */
const shortened = /^\d(?:[.,]\d+)?E\+?\d+$/i;

const separators = /[;；,，、|\n]+/;

/** Adds the issues of a cell to those of its row. */
type Report = (path: ImportField, issue: string, values?: Issue['values']) => void;

function phoneIn(text: string, { isOnly, report }: { isOnly: boolean; report: Report }): string | null {
  const [found] = findIssues(phoneSchema, text);
  if (shortened.test(text)) report('phone', 'phone-shortened');
  else if (found) report('phone', found.issue, found.values);
  else if (isOnly && internationalNumber(text) === undefined) report('phone', 'phone-mobile');
  else return text;
  return null;
}

function personIn(cells: ImportCells, words: ImportWords, report: Report): ImportedPerson {
  /** The cell's text if it passes the schema. */
  const checked = (field: 'name' | 'email', schema: typeof personNameSchema) => {
    const text = cells[field];
    const [found] = text ? findIssues(schema, text) : [];
    if (found) report(field, found.issue, found.values);
    return text && !found ? text : null;
  };
  const position = words.positions.get(importWordKey(cells.position ?? '')) ?? null;
  const lang = words.languages.get(importWordKey(cells.lang ?? '')) ?? null;
  if (!cells.name) report('name', 'required');
  if (!cells.position) report('position', 'required');
  else if (!position) report('position', 'position-unknown');
  if (!cells.email && !cells.phone) report('email', 'contact-required');
  if (cells.lang && !lang) report('lang', 'import-lang');
  const doctors = (cells.serves ?? '').split(separators).flatMap(text => text.trim() || []);
  if (doctors.length > 0 && position && position !== 'Assistant') report('serves', 'import-serves');
  return {
    name: checked('name', personNameSchema),
    position,
    email: checked('email', emailSchema),
    phone: cells.phone ? phoneIn(cells.phone, { isOnly: !cells.email, report }) : null,
    lang,
    doctors,
  };
}

function rowOf({ line, cells: texts }: TableLine, { at }: Columns, words: ImportWords): ImportRow {
  const issues: Issue[] = [];
  const report: Report = (path, issue, values) =>
    void issues.push(values ? { path, issue, values } : { path, issue });
  const cells: ImportCells = {};
  for (const field of importFields) {
    const text = texts[at.get(field) ?? -1]?.trim();
    if (text) cells[field] = text.slice(0, importLimits.cell);
  }
  return { line, cells, person: personIn(cells, words, report), issues };
}

const isEmpty = ({ cells }: TableLine) => cells.every(cell => !cell.trim());

/** Reads a table whose first line with text has the headings. */
export function readImportTable(lines: readonly TableLine[], words: ImportWords): ImportTable {
  const [heading, ...rest] = lines.filter(line => !isEmpty(line));
  if (!heading) return { rows: [], unused: [], issues: [{ path: '', issue: 'import-empty' }] };
  const columns = columnsOf(heading.cells, words);
  const { unused } = columns;
  const missing = missingColumns(columns);
  if (missing.length > 0) return { rows: [], unused, issues: missing };
  const rows = rest.map(line => rowOf(line, columns, words));
  const max = importLimits.rows;
  const issues: Issue[] =
    rows.length === 0
      ? [{ path: '', issue: 'import-empty' }]
      : rows.length > max
        ? [{ path: '', issue: 'import-rows', values: { total: rows.length, max } }]
        : [];
  return { rows, unused, issues };
}
