/** The cells that the page shows, run by pandas, Polars and DuckDB against a running server: they count what the fold counts. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type ServerType, serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notebookTables } from '#events/notebookKey/notebook-keys.ts';
import { makeMoves } from '#events/testing/moves.ts';
import { historyOfMoves } from '#services/analysis/testing/history.ts';
import { foldPlainTables } from '#services/analysis/testing/plain-tables.ts';
import { openTestServer, type TestServer } from '#services/api/testing/test-server.ts';
import { systemTimers } from '#services/clock/clock.ts';
import { notebookCells } from '#web/features/analysis/keys/notebook-cells.ts';
import { isInstalledPython, notebookPythonEnvironment } from '../servers/python.ts';

const isAvailable = await isInstalledPython(notebookPythonEnvironment);

const script = fileURLToPath(new URL('./run-cells.py', import.meta.url));
const from = Date.parse('2026-12-01T00:00:00Z');
const to = Date.parse('2027-03-20T00:00:00Z');

const analysisDir = mkdtempSync(join(tmpdir(), 'archline-cells-'));
let bench: TestServer;
let server: ServerType;
let origin: string;
let key: string;
/** Requests with their status, without queries. */
const requests: string[] = [];

beforeAll(async () => {
  bench = await openTestServer({ analysisDir, timers: systemTimers });
  const { store, models, analysisTables } = bench.deps;
  for (const { stream, event } of historyOfMoves(makeMoves({ seed: 1, cases: 60, from, to, people: 4 })))
    await store.append(stream, 'any', [event]);
  bench.clock.set(to);
  await models.reached(await store.head(), 120_000);
  expect(await analysisTables.reached(await store.head(), 120_000)).toBe(true);
  const body = { name: 'cells', days: 1, tables: notebookTables };
  key = (await bench.post<{ key: string }>('/api/analysis/keys', { as: 'analyst', body })).data.key;
  await new Promise<void>(resolve => {
    const fetch = async (request: Request) => {
      const answer = await bench.app.fetch(request);
      requests.push(`${request.method} ${new URL(request.url).pathname} ${answer.status}`);
      return answer;
    };
    server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve());
  });
  // Cast: a server that listens on a port has an address.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await bench.close();
  rmSync(analysisDir, { recursive: true });
});

type Counts = Record<string, number>;

/** Runs cells in one interpreter. @returns the counts of each */
async function runCells(cells: readonly string[]): Promise<Counts[]> {
  const child = spawn(await notebookPythonEnvironment.get(), [script], {
    env: { ...process.env, ARCHLINE_KEY: key },
  });
  child.stdin.end(JSON.stringify(cells));
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (out === '') throw new Error(complaint);
  // Cast: run-cells.py prints pairs.
  const pairs = JSON.parse(out) as [string | number, number][][];
  return pairs.map(each => Object.fromEntries(each));
}

const countBy = <T>(rows: readonly T[], value: (row: T) => string | number | null): Counts => {
  const counts: Counts = {};
  for (const row of rows) {
    const found = value(row);
    if (found !== null) counts[found] = (counts[found] ?? 0) + 1;
  }
  return counts;
};

/** The same counts by a plain fold of the log, in the order of the tables. */
async function foldedCounts(): Promise<Counts[]> {
  const events = await Array.fromAsync(bench.deps.store.readAll());
  const rows = foldPlainTables(events, 'main');
  return [
    countBy(rows.events, ({ type }) => type),
    countBy(rows.stays, ({ status }) => status),
    countBy(rows.cases, ({ trail }) => trail.facts.status),
    countBy(rows.case_facts, ({ method }) => method),
    countBy(rows.objects, ({ type }) => type),
    countBy(rows.relations, ({ qualifier }) => qualifier),
  ];
}

test.skipIf(!isAvailable).each(['pandas', 'polars', 'duckdb'] as const)(
  'the cell of %s counts every table as the fold does',
  async tool => {
    const cells = notebookTables.map(
      table => notebookCells(origin, table).find(cell => cell.tool === tool)?.text ?? '',
    );
    requests.length = 0;
    const counts = await runCells(cells);
    const folded = await foldedCounts();
    // By status, stays have more than a handful of counts.
    expect(Object.keys(folded[1] ?? {}).length).toBeGreaterThan(5);
    expect(Object.fromEntries(notebookTables.map((name, i) => [name, counts[i]]))).toEqual(
      Object.fromEntries(notebookTables.map((name, i) => [name, folded[i]])),
    );
    // DuckDB reads parts of a file, the others one file whole.
    expect(requests.filter(one => / [45]\d\d$/.test(one))).toEqual([]);
    expect(requests.some(one => one.endsWith(' 206'))).toBe(tool === 'duckdb');
  },
);
