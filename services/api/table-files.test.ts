/** The analysts' tables as files: which files a list names, parts of files, and invalid names. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import { makeMoves } from '#events/testing/moves.ts';
import { mainOrgId } from '#projections/testing/people.ts';
import { historyOfMoves } from '../analysis/testing/history.ts';
import { systemTimers } from '../clock/clock.ts';
import type { ErasedCases, TableListing } from './table-file-answers.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

const from = Date.parse('2026-12-01T00:00:00Z');
const to = Date.parse('2027-02-01T00:00:00Z');
const made = makeMoves({ seed: 1, cases: 30, from, to, people: 4 });
const tables = '/api/analysis/tables';

const analysisDir = mkdtempSync(join(tmpdir(), 'archline-table-files-'));
let bench: TestServer;
let key: string;
beforeAll(async () => {
  mkdirSync(join(analysisDir, 'answers', 'of-a-killed-process'), { recursive: true });
  bench = await openTestServer({ analysisDir, timers: systemTimers });
  for (const { stream, event } of historyOfMoves(made)) await bench.deps.store.append(stream, 'any', [event]);
  const others = makeMoves({ seed: 2, cases: 5, from, to });
  const settings = { orgId: 'other', servedBy: 'other', ownerId: 'p-other' };
  for (const { stream, event } of historyOfMoves(others, settings))
    await bench.deps.store.append(stream, 'any', [event]);
  bench.clock.set(to);
  await caughtUp();
  const body = { name: 'test', days: 1, tables: ['events', 'stays', 'cases', 'case_facts'] };
  key = (await bench.post<{ key: string }>('/api/analysis/keys', { as: 'analyst', body })).data.key;
});
afterAll(async () => {
  await bench.close();
  rmSync(analysisDir, { recursive: true });
});

async function caughtUp(): Promise<void> {
  const head = await bench.deps.store.head();
  await bench.deps.models.reached(head, 120_000);
  expect(await bench.deps.analysisTables.reached(head, 120_000)).toBe(true);
}

const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  bench.send(method, path, { headers: { Authorization: `Bearer ${key}`, ...headers } });
const listOf = async (table: string) =>
  (await bench.get<TableListing>(`${tables}/${table}`, { token: `Bearer ${key}` })).data;
const bytesOf = async (path: string) => Buffer.from(await (await send(path)).arrayBuffer());
const isParquet = (bytes: Buffer) => bytes.subarray(0, 4).toString() === 'PAR1';

test('answers that a killed process was about to send are gone', () => {
  expect(readdirSync(join(analysisDir, 'answers'))).toEqual([]);
});

describe('the list of a table', () => {
  test('names segments of the own organisation, as they are on the disk', async () => {
    const { segments, newestBy, position, columns } = await listOf('events');
    expect(newestBy).toBeNull();
    expect(columns[0]).toMatchObject({ name: 'position', en: expect.any(String), zh: expect.any(String) });
    const own = made.moves.length;
    const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
    expect(rows).toBeGreaterThanOrEqual(own);
    expect(Number(segments.at(-1)?.to)).toBeLessThanOrEqual(Number(position.split('-')[1]));
    for (const { url, bytes, sha256 } of segments) {
      const read = await bytesOf(url);
      expect([read.length, isParquet(read)]).toEqual([bytes, true]);
      expect(createHash('sha256').update(read).digest('hex')).toBe(sha256);
    }
  });

  test('says by which column the newest row of a case is found', async () => {
    expect((await listOf('cases')).newestBy).toEqual({ key: 'case_id', order: 'position' });
  });
});

describe('a file', () => {
  test('is read in parts, and again only if it changed', async () => {
    const { whole } = await listOf('stays');
    const head = await send(whole, {}, 'HEAD');
    const size = Number(head.headers.get('content-length'));
    expect([head.status, head.headers.get('accept-ranges'), await head.text()]).toEqual([200, 'bytes', '']);
    const etag = head.headers.get('etag') ?? '';
    const bytes = await bytesOf(whole);
    expect([bytes.length, isParquet(bytes)]).toEqual([size, true]);
    const part = await send(whole, { Range: 'bytes=4-11' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-11/${size}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(4, 12));
    const last = await send(whole, { Range: 'bytes=-4', 'If-Range': etag });
    expect(await last.text()).toBe('PAR1');
    expect((await send(whole, { Range: 'bytes=0-3', 'If-Range': '"other"' })).status).toBe(200);
    expect((await send(whole, { Range: `bytes=${size}-` })).status).toBe(416);
    expect((await send(whole, { 'If-None-Match': etag })).status).toBe(304);
  });

  test('without a position has parts only for who holds its beginning', async () => {
    const path = `${tables}/stays/stays.parquet`;
    const head = await send(path, {}, 'HEAD');
    expect(head.headers.get('accept-ranges')).toBe('none');
    expect((await send(path, { Range: 'bytes=4-11' })).status).toBe(200);
    const etag = head.headers.get('etag') ?? '';
    expect((await send(path, { Range: 'bytes=4-11', 'If-Range': etag })).status).toBe(206);
  });

  test('as of a position keeps its rows while the log goes on', async () => {
    const before = await listOf('stays');
    const bytes = await bytesOf(before.whole);
    const [move] = historyOfMoves(makeMoves({ seed: 3, cases: 1, from: to, to: to + 86_400_000 }));
    if (!move) throw new Error('no event');
    await bench.deps.store.append(move.stream, 'any', [move.event]);
    await caughtUp();
    expect((await listOf('stays')).whole).not.toBe(before.whole);
    expect(await bytesOf(before.whole)).toEqual(bytes);
    expect((await bytesOf(`${tables}/stays/stays.parquet`)).equals(bytes)).toBe(false);
    for (const { url } of before.segments) expect([url, (await send(url)).status]).toEqual([url, 200]);
  });

  test.each([
    'none.parquet',
    'stays',
    '..%2f..%2fentries.db',
    '..%2f..%2f..%2f..%2fetc%2fpasswd',
    'manifest-000000001.json',
    'cases.parquet',
    '%00.parquet',
  ])('is not found under %s', async name => {
    expect((await send(`${tables}/stays/${name}`)).status).toBe(404);
  });

  test('of another table or organisation is not found', async () => {
    const { segments } = await listOf('case_facts');
    const [facts] = segments;
    const file = facts?.url.split('/').at(-1);
    expect([file === undefined, (await send(`${tables}/events/${file}`)).status]).toEqual([false, 404]);
    const strangers = await bench.deps.tableDownloads.list('other', 'events');
    expect(strangers.segments.length).toBeGreaterThan(0);
    for (const segment of strangers.segments)
      expect((await send(`${tables}/events/${segment.file}`)).status).toBe(404);
  });

  test('is not made while its table lacks rows that are built again', async () => {
    const { whole } = await listOf('cases');
    const { analysisTables } = bench.deps;
    const open: typeof analysisTables.open = async (...of) => ({
      ...(await analysisTables.open(...of)),
      lacks: () => [{ table: 'cases', from: '1', to: '2' }],
    });
    bench.deps.analysisTables = { ...analysisTables, open };
    expect((await send(whole)).status).toBe(503);
    bench.deps.analysisTables = analysisTables;
    expect((await send(whole)).status).toBe(200);
  });

  test('is refused to who asks for very many at once', async () => {
    const { whole } = await listOf('stays');
    const codes = await Promise.all(Array.from({ length: 80 }, async () => (await send(whole)).status));
    expect([...new Set(codes)].sort()).toEqual([200, 429]);
    expect((await send(whole)).status).toBe(200);
  });

  test('as of a position of another log, or one to come, is refused', async () => {
    expect((await send(`${tables}/stays/stays-00000000-1.parquet`)).status).toBe(400);
    const [log] = (await listOf('stays')).position.split('-');
    expect((await send(`${tables}/stays/stays-${log}-99999999.parquet`)).status).toBe(400);
  });
});

test('lists and files are refused while the tables lack the position that the reader has seen', async () => {
  const headers = { 'X-Position': (await listOf('stays')).position };
  const reached = vi.spyOn(bench.deps.analysisTables, 'reached').mockResolvedValue(false);
  try {
    for (const path of [`${tables}/stays`, `${tables}/stays/stays.parquet`]) {
      expect((await send(path, headers)).status).toBe(503);
      expect((await send(path)).status).toBe(200);
    }
  } finally {
    reached.mockRestore();
  }
});

test('cases whose facts are gone are told once, and their files are refused until they are gone', async () => {
  const erased = async (after?: string) =>
    (
      await bench.get<ErasedCases>(`/api/analysis/erased${after ? `?after=${after}` : ''}`, {
        token: `Bearer ${key}`,
      })
    ).data;
  const before = await erased();
  expect(before).toMatchObject({ items: [], more: false });
  const { list } = bench.deps.tableDownloads;
  const atFirst = await list(mainOrgId, 'case_facts');
  const caseId = made.moves[0]?.caseId ?? '';
  const event = {
    id: crypto.randomUUID(),
    type: 'PatientErased',
    data: {},
    by: 'system',
    at: new Date(to).toISOString(),
  };
  await bench.deps.store.append(caseStreamOf(caseId), 'any', [event]);
  await caughtUp();
  const after = await erased(before.position);
  expect(after.items).toEqual([{ caseId, position: after.position, at: event.at }]);
  expect(await erased(after.position)).toMatchObject({ items: [] });
  const files = (await listOf('case_facts')).segments;
  expect(files.length).toBeGreaterThan(0);
  const statusOf = async (table: string) => (await send(`${tables}/${table}/${table}.parquet`)).status;
  expect([await statusOf('case_facts'), await statusOf('cases')]).toEqual([200, 200]);
  const behind = vi.spyOn(bench.deps.tableDownloads, 'list').mockResolvedValue(atFirst);
  expect([await statusOf('case_facts'), await statusOf('cases')]).toEqual([503, 200]);
  behind.mockRestore();
});

test('reading is in the audit of the person once', async () => {
  const { data } = await bench.get<{ items: { type: string }[] }>(
    '/api/audit?personId=p-analyst&kind=export',
    {
      as: 'admin',
    },
  );
  const types = data.items.map(({ type }) => type).filter(type => type === 'TableDownloaded');
  expect(types.length).toBeGreaterThan(0);
  expect(types.length).toBeLessThanOrEqual(4);
});
