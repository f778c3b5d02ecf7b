/** What a segment holds of erased patients. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { segmentSql } from './segment.sql.ts';
import { createSegmentWriter } from './writer.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-writer-'));
afterAll(() => rmSync(dir, { recursive: true }));
const path = (name: string) => join(dir, name);

test('facts of an erased patient are not written, whether they are in older segments or in new rows', async () => {
  const write = createSegmentWriter();
  const row = (caseId: string, position: number, method: number | null) =>
    JSON.stringify({ case_id: caseId, method, erased: method === null, position });
  writeFileSync(path('old.lines'), [row('AAAAAA', 1, 1), row('BBBBBB', 2, 1)].join('\n'));
  const old = { segments: [], lines: path('old.lines'), without: [] };
  await write([{ into: path('old.parquet'), sql: segmentSql('case_facts', old) }]);
  // The row that says that the patient was erased is written with the next commit.
  writeFileSync(path('new.lines'), [row('CCCCCC', 3, 1), row('DDDDDD', 4, null)].join('\n'));
  const without = ['AAAAAA', 'CCCCCC', 'DDDDDD'];
  const merged = { segments: [path('old.parquet')], lines: path('new.lines'), without };
  await write([{ into: path('new.parquet'), sql: segmentSql('case_facts', merged) }]);

  const db = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = await db.runAndReadAll(`SELECT case_id, erased FROM read_parquet('${path('new.parquet')}')`);
  db.closeSync();
  expect(rows.getRowsJS()).toEqual([
    ['BBBBBB', false],
    ['DDDDDD', true],
  ]);
});
