/** The tables as files of their own in a zip, with a description: Parquet, CSV or lines of JSON. */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableFormat } from '#events/analysis/export-formats.ts';
import { streamZip, type ZipDirectoryEntry } from '../../files/zip.ts';
import { quoteSqlText } from '../sql-text.ts';
import { columnMeaningsOf, type TableName } from '../tables.ts';
import { csvCopyFormat } from './csv.ts';
import { ndjsonCopyFormat } from './ndjson.ts';
import { openOutputFile } from './output-file.ts';
import { parquetCopyFormat } from './parquet.ts';
import { type ExportSpan, positionConditionSql } from './span.ts';
import type { ExportWriterInput } from './writing.ts';

/** How a table is copied: its columns in SQL, and the options of the copy. */
export type TableCopyFormat = { select: (table: TableName) => string; options: string };

const copies: Readonly<Record<TableFormat, TableCopyFormat>> = {
  parquet: parquetCopyFormat,
  csv: csvCopyFormat,
  ndjson: ndjsonCopyFormat,
};

/** Which rows of a table belong to a range of days. */
const rangeOf: Readonly<Record<TableName, (span: ExportSpan) => string>> = {
  events: span => `WHERE ${positionConditionSql('position', span)}`,
  stays: ({ first, last }) => `WHERE entered_pos <= ${last} AND (left_pos IS NULL OR left_pos >= ${first})`,
  cases: () => 'SEMI JOIN picked USING (case_id)',
  case_facts: () => 'SEMI JOIN picked USING (case_id)',
  objects: ({ last }) => `SEMI JOIN picked USING (case_id) WHERE from_position <= ${last}`,
  relations: span => `WHERE ${positionConditionSql('from_position', span)}`,
};

async function* entriesOf(
  files: readonly { name: string; path: string }[],
  about: object,
): AsyncGenerator<ZipDirectoryEntry> {
  const text = Buffer.from(`${JSON.stringify(about, null, 2)}\n`);
  yield {
    path: 'about.json',
    bytes: (async function* () {
      yield text;
    })(),
  };
  for (const { name, path } of files) {
    yield { path: name, bytes: createReadStream(path) };
    // Its bytes are in the zip.
    await rm(path);
  }
}

export async function writeTables(format: TableFormat, { db, span, work, onEvents }: ExportWriterInput) {
  const { select, options } = copies[format];
  const files: { name: string; path: string; rows: number; table: TableName }[] = [];
  for (const table of work.tables) {
    const name = `${table}.${format}`;
    const path = join(work.folder, name);
    const range = span.isWhole ? '' : rangeOf[table](span);
    const done = await db.runAndReadAll(
      `COPY (SELECT ${select(table)} FROM ${table} ${range}) TO ${quoteSqlText(path)} (${options})`,
    );
    files.push({ name, path, table, rows: Number(done.getRowsJS()[0]?.[0]) });
    if (table === 'events') onEvents(span.events);
  }
  const about = {
    ...work.about,
    tables: files.map(({ name, table, rows }) => ({ file: name, rows, columns: columnMeaningsOf(table) })),
  };
  const path = join(work.folder, 'export');
  const file = openOutputFile(path);
  for await (const bytes of streamZip(entriesOf(files, about))) file.writeBytes(bytes);
  return { path, ...file.end() };
}
