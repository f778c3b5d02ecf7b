/** The order of the rows in a segment, on which it depends what a question may leave out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import type { StayRow } from '#events/analysis/table-fold.ts';
import { toLogPosition } from '#events/log-position.ts';
import { createLineWriter } from './line-buffer.ts';
import { rowWriters } from './row-lines.ts';
import { segmentFormat, segmentSql } from './segment.sql.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-segment-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** A file with the lines of stays, in the order in which they ended. */
function writeLines(name: string, ...stays: [enteredPos: number, leftPos: number][]): string {
  const lines = createLineWriter();
  for (const [enteredPos, leftPos] of stays)
    rowWriters.stays(stayBetween(enteredPos, leftPos), id => id, lines);
  writeFileSync(join(dir, name), lines.bytes());
  return join(dir, name);
}

const stayBetween = (enteredPos: number, leftPos: number): StayRow => ({
  ...{ caseId: 'AAAAAA', nth: 0, status: 5, enteredAt: enteredPos, leftAt: leftPos },
  ...{ enteredPos: toLogPosition(enteredPos), leftPos: toLogPosition(leftPos) },
  ...{ enteredBy: 'a', leftBy: 'b', byEvent: 'CaseSubmitted', afterStatus: 6, assigneeId: null, handed: [] },
  ...{ workedS: 0, waitedS: 0, waitsFor: 'nobody' },
});

test('stays are in the order in which they began, whether they are in older segments or in new rows', async () => {
  const db = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  const read = async (sql: string) => (await db.runAndReadAll(sql)).getRowsJS();
  const old = { lines: writeLines('old.lines', [4, 6], [2, 7]), segments: [], without: [] };
  const segment = join(dir, 'old.parquet');
  await db.run(`COPY (${segmentSql('stays', old)}) TO '${segment}' (${segmentFormat})`);
  const began = `SELECT entered_pos::INTEGER FROM`;
  expect(await read(`${began} '${segment}'`)).toEqual([[2], [4]]);
  const merged = {
    lines: writeLines('new.lines', [8, 9], [1, 10], [3, 11]),
    segments: [segment],
    without: [],
  };
  expect(await read(`${began} (${segmentSql('stays', merged)})`)).toEqual([[1], [2], [3], [4], [8]]);
  db.closeSync();
});
