/** What a segment holds of erased patients. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { factsOfErasedCase } from '#events/analysis/case-facts.ts';
import { toLogPosition } from '#events/log-position.ts';
import { createLineWriter } from './line-buffer.ts';
import { rowWriters } from './row-lines.ts';
import { segmentSql } from './segment.sql.ts';
import { createSegmentWriter } from './writer.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-writer-'));
afterAll(() => rmSync(dir, { recursive: true }));
const path = (name: string) => join(dir, name);

test('facts of an erased patient are not written, whether they are in older segments or in new rows', async () => {
  const write = createSegmentWriter();
  const linesOf = (...rows: [caseId: string, position: number, method: number | null][]) => {
    const lines = createLineWriter();
    for (const [caseId, position, method] of rows) {
      const facts = { ...factsOfErasedCase(caseId), method, erased: method === null };
      rowWriters.case_facts({ ...facts, position: toLogPosition(position) }, id => id, lines);
    }
    return lines.bytes();
  };
  writeFileSync(path('old.lines'), linesOf(['AAAAAA', 1, 1], ['BBBBBB', 2, 1]));
  const old = { segments: [], lines: path('old.lines'), without: [] };
  await write([{ into: path('old.parquet'), sql: segmentSql('case_facts', old) }]);
  // The row that says that the patient was erased is written with the next commit.
  writeFileSync(path('new.lines'), linesOf(['CCCCCC', 3, 1], ['DDDDDD', 4, null]));
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
