/** The statement that writes the answer to a question into a file. Pure. */
import type { TableFormat } from '#events/analysis/export-formats.ts';
import { escapeFormula, escapeFormulaSql } from './formula-guard.ts';
import { quoteSqlText } from './sql-text.ts';

export type AnswerColumn = { name: string; type: string };

type Copied = {
  /** The text of the question, without an end. */
  sql: string;
  columns: readonly AnswerColumn[];
  /** Folder that the engine creates for the answer's files. When a file reaches `bytes`, the engine begins another. */
  into: string;
  format: TableFormat;
  rows: number;
  bytes: number;
};

const options: Readonly<Record<TableFormat, string>> = {
  csv: 'FORMAT csv, HEADER true, RETURN_FILES',
  ndjson: 'FORMAT json, RETURN_FILES',
  parquet: 'FORMAT parquet, RETURN_STATS',
};

const sqlName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Numbers, truths and times. Other types are written as texts: ENUM and BLOB can hold any. */
const plainType =
  /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(|BOOLEAN|DATE|TIME|INTERVAL)/;

const isNested = (type: string) => /[\])]$/.test(type) && !/^(?:DECIMAL|ENUM)/.test(type);

/** Moments are ISO text, and in CSV lists are JSON. Parquet has types of its own. */
function cellSql(format: TableFormat, column: string, type: string): string {
  if (format === 'parquet') return column;
  if (type === 'TIMESTAMP') return `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%fZ')`;
  if (format === 'ndjson') return column;
  if (isNested(type)) return `to_json(${column})::VARCHAR`;
  return plainType.test(type) ? column : escapeFormulaSql(`${column}::VARCHAR`);
}

/** Names of columns, each once: a file has no two of the same name. */
function uniqueNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map(name => {
    let unique = name;
    for (let n = 1; used.has(unique.toLowerCase()); n++) unique = `${name}_${n}`;
    used.add(unique.toLowerCase());
    return unique;
  });
}

export function copyToFileSql({ sql, columns, into, format, rows, bytes }: Copied): string {
  const names = uniqueNames(columns.map(({ name }) => (format === 'csv' ? escapeFormula(name) : name)));
  const cells = columns.map(
    ({ type }, i) => `${cellSql(format, `c${i}`, type)} AS ${sqlName(names[i] ?? '')}`,
  );
  const asked = `asked(${columns.map((_, i) => `c${i}`).join(', ')})`;
  return `COPY (SELECT ${cells.join(', ')} FROM (${sql}) AS ${asked} LIMIT ${rows})
    TO ${quoteSqlText(into)} (${options[format]}, FILE_SIZE_BYTES ${bytes})`;
}
