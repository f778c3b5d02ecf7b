/** The views of the lake answer what the product's own fold answers, in each engine that can be had here. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { isInstalledPython, sqlPythonEnvironment } from '../servers/python.ts';
import {
  foldGoldenEvents,
  type GoldenEvent,
  type GoldenRow,
  goldenTableReaders,
  readGoldenEvents,
  sortGoldenRows,
} from './golden.ts';
import { createViewStatements, sqlDialects, viewFileTexts } from './views.ts';

const pathOf = (name: string) => join(import.meta.dirname, name);
const MOST_OUTPUT = 64 * 1024 * 1024;

type Answer = Record<'stays' | 'cases', { columns: string[]; rows: unknown[][] }>;

/** Cells as the golden files have them: times as ISO, counts as numbers. */
const cellOf = (name: string, value: unknown): GoldenRow[string] => {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
  if (value instanceof Date) return value.toISOString();
  if (name.endsWith('_at')) return new Date(`${String(value).replace(' ', 'T')}Z`).toISOString();
  return typeof value === 'bigint' ? Number(value) : (value as string | number);
};

const rowsOf = ({ columns, rows }: Answer['stays']) =>
  sortGoldenRows(rows.map(row => Object.fromEntries(columns.map((name, i) => [name, cellOf(name, row[i])]))));

function expectGolden(answer: Answer) {
  expect(rowsOf(answer.stays)).toEqual(goldenTableReaders.stays());
  expect(rowsOf(answer.cases)).toEqual(goldenTableReaders.cases());
}

async function askDuckDb(records: readonly GoldenEvent[], views: readonly string[]): Promise<Answer> {
  const db = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  await db.run(
    'CREATE TABLE case_events (id VARCHAR, stream VARCHAR, revision INTEGER, position BIGINT, type VARCHAR, happened_at TIMESTAMP, by_person VARCHAR, data VARCHAR)',
  );
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const values = records.map(
    ({ id, stream, revision, position, type, at, by, data }) =>
      `(${text(id)}, ${text(stream)}, ${revision}, ${position}, ${text(type)}, ${text(at.replace('Z', ''))}, ${text(by)}, ${text(JSON.stringify(data))})`,
  );
  await db.run(`INSERT INTO case_events VALUES ${values.join(', ')}`);
  for (const view of views) await db.run(view);
  const read = async (name: string) => {
    const result = await db.runAndReadAll(`SELECT * FROM ${name}`);
    return { columns: result.columnNames(), rows: result.getRowsJS() as unknown[][] };
  };
  const answer = { stays: await read('stays'), cases: await read('cases') };
  db.closeSync();
  return answer;
}

describe('the files of this folder', () => {
  it('are those that views.ts writes', () => {
    for (const [path, text] of Object.entries(viewFileTexts))
      expect(readFileSync(pathOf(path), 'utf8')).toBe(text);
  });

  it('have the answers of the product’s own fold', () => {
    const { stays, cases } = foldGoldenEvents(readGoldenEvents());
    expect(stays).toEqual(goldenTableReaders.stays());
    expect(cases).toEqual(goldenTableReaders.cases());
    expect(stays.length).toBeGreaterThan(100);
  });

  it('show an erased patient, a deleted draft, a refusal, a suspension, a shipment and a completion', () => {
    const cases = goldenTableReaders.cases();
    const some = (test: (row: GoldenRow) => boolean) => expect(cases.some(test)).toBe(true);
    some(({ erased }) => erased === true);
    some(({ deleted }) => deleted === true);
    some(({ refusals }) => Number(refusals) > 0);
    some(({ holds }) => Number(holds) > 0);
    some(({ shipments }) => Number(shipments) > 0);
    some(({ completed_at }) => completed_at !== null);
  });
});

describe('in DuckDB', () => {
  it('the views answer the golden answers', async () => {
    expectGolden(await askDuckDb(readGoldenEvents(), createViewStatements(sqlDialects.duckdb)));
  });

  it('a backfill that repeats records changes nothing', async () => {
    const records = readGoldenEvents();
    expectGolden(
      await askDuckDb([...records, ...records.slice(40, 200)], createViewStatements(sqlDialects.duckdb)),
    );
  });
});

const python = (script: string, ...args: string[]) =>
  sqlPythonEnvironment.get().then(program =>
    execFileSync(program, [pathOf(script), ...args.map(pathOf)], {
      encoding: 'utf8',
      maxBuffer: MOST_OUTPUT,
    }),
  );

const hasPython = await isInstalledPython(sqlPythonEnvironment);
console.log('NOT RUN: the views in Trino itself; they were parsed as its SQL and run in DuckDB.');
console.log('NOT RUN: the settings of the sinks with Kafka Connect, Iceberg and a server of ClickHouse.');

describe.runIf(hasPython)('in other engines', () => {
  it('ClickHouse answers the golden answers by its own views', async () => {
    const told = await python(
      'clickhouse/run.py',
      'golden/events.ndjson',
      'clickhouse/table.sql',
      'clickhouse/views.sql',
    );
    expectGolden(JSON.parse(told) as Answer);
  });

  it('Trino’s table and views are in its SQL, and answer the golden answers once they are translated', async () => {
    const [table = '', ...views] = JSON.parse(
      await python('trino/check.py', 'trino/table.sql', 'trino/views.sql'),
    ) as string[];
    expect(table).toContain('case_events');
    expectGolden(await askDuckDb(readGoldenEvents(), views));
  });
});
