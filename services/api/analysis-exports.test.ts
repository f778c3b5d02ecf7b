/** Exports over HTTP: order, progress, download in parts, limits, deletion. Nobody sees another person's exports. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditStreamOf } from '#events/audit/events.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { treatedPast } from '#events/testing/past.ts';
import type { ExportJob } from '../analysis/exports/export-jobs.ts';
import { createExportMaker, type ExportMakerDeps } from '../analysis/exports/export-maker.ts';
import { systemTimers } from '../clock/clock.ts';
import { diskFullRefusalOf } from '../eventstore/disk-full.ts';
import type { ExportItem, ExportList } from './analysis-export-answers.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

const path = '/api/analysis/exports';
const root = mkdtempSync(join(tmpdir(), 'archline-exports-'));
const DAY_MS = 86_400_000;

let bench: TestServer;

beforeAll(async () => {
  bench = await openTestServer({
    dataDir: join(root, 'data'),
    analysisDir: join(root, 'analysis'),
    timers: systemTimers,
  });
  const { caseId = '' } = (await bench.post<{ caseId: string }>('/api/cases', { as: 'doctor', body: {} }))
    .data;
  const events = treatedPast.slice(1).map(e => ({ ...e, id: crypto.randomUUID(), subject: caseId }));
  await bench.deps.store.append(caseStreamOf(caseId), 0n, events);
  await bench.deps.models.reached(await bench.deps.store.head(), 120_000);
  await bench.deps.analysisTables.reached(await bench.deps.store.head(), 120_000);
});
afterAll(async () => {
  await bench.close();
  rmSync(root, { recursive: true });
});
afterEach(async () => {
  for (const job of (await bench.files?.exportJobs.all()) ?? []) await bench.files?.exportJobs.drop(job);
});

const order = (body: object, as: TestPersonName = 'analyst', headers = {}) =>
  bench.post<ExportItem>(path, { as, body, headers });
const list = async (as: TestPersonName = 'analyst') => (await bench.get<ExportList>(path, { as })).data;
const one = (id: string, as: TestPersonName = 'analyst') => bench.get<ExportItem>(`${path}/${id}`, { as });
const issuesOf = async (body: object) => {
  const { status, data } = await bench.post<{ issues: { path: string }[] }>(path, { as: 'analyst', body });
  return [status, data.issues.map(issue => issue.path)];
};

/** Makes what is due, as the worker does. */
async function work(more: Partial<ExportMakerDeps> = {}, signal = new AbortController().signal) {
  const { deps, files } = bench;
  if (!files) throw new Error('no folder');
  const { blobs, exportJobs: jobs } = files;
  const { dataDir, clock, timers, log, store, analysisTables: tables, models } = deps;
  await createExportMaker({
    ...{ dataDir, clock, timers, log, store, tables, jobs, blobs, logId: models.logId },
    ...more,
  })(signal);
}
const left = () => {
  const dir = join(bench.deps.dataDir, 'exports');
  return existsSync(dir) ? readdirSync(dir) : [];
};

describe('an export', () => {
  test('is ordered, made and downloaded, and says what it is cited by', async () => {
    const { data: ordered, status } = await order({ format: 'ocel' });
    expect(status).toBe(200);
    expect(ordered).toMatchObject({
      state: 'waiting',
      format: 'ocel',
      facts: false,
      file: null,
      until: null,
    });
    await work();
    const { data } = await one(ordered.id);
    expect(data).toMatchObject({
      state: 'ready',
      log: bench.deps.models.logId,
      position: expect.stringMatching(/^\w{8}-\d+$/),
      definition: expect.stringMatching(/^[0-9a-f]{12}$/),
      until: new Date(bench.clock.now() + 7 * DAY_MS).toISOString(),
    });
    const file = await bench.send('GET', `${path}/${ordered.id}/file`, { as: 'analyst' });
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(data.file?.sha256);
    expect(bytes).toHaveLength(data.file?.bytes ?? -1);
    expect(file.headers.get('content-disposition')).toContain(data.file?.name ?? 'none');
    expect(JSON.parse(String(bytes)).events).toHaveLength(data.file?.events ?? -1);
    expect(left()).toEqual([]);
  });

  test('is sent in parts', async () => {
    const { data } = await order({ format: 'xes' });
    await work();
    const ask = (headers: Record<string, string>) =>
      bench.send('GET', `${path}/${data.id}/file`, { as: 'analyst', headers });
    const part = await ask({ Range: 'bytes=2-5' });
    expect([part.status, await part.text()]).toEqual([206, 'xml ']);
    expect(part.headers.get('content-range')).toMatch(/^bytes 2-5\/\d+$/);
    expect((await ask({ Range: 'bytes=99999999-' })).status).toBe(416);
    const etag = part.headers.get('etag') ?? '';
    expect((await ask({ 'If-None-Match': etag })).status).toBe(304);
    expect((await ask({ Range: 'bytes=2-5', 'If-Range': '"other"' })).status).toBe(200);
  });

  test('of the same order has the same bytes', async () => {
    const asOf = (await order({ format: 'parquet' })).data.position;
    await order({ format: 'parquet', asOf }, 'admin');
    await work();
    const [mine, theirs] = [(await list()).items[0], (await list('admin')).items[0]];
    expect(mine?.file?.sha256).toBe(theirs?.file?.sha256);
    // Each export has its own copy of the file: deleting one leaves the other.
    await bench.del(`${path}/${mine?.id}`, { as: 'analyst' });
    expect((await bench.send('GET', `${path}/${theirs?.id}/file`, { as: 'admin' })).status).toBe(200);
  });

  test('is ordered once with one key', async () => {
    const headers = { 'Idempotency-Key': 'again' };
    const [first, second] = [
      await order({ format: 'csv' }, 'analyst', headers),
      await order({ format: 'csv' }, 'analyst', headers),
    ];
    expect(second.data.id).toBe(first.data.id);
    expect((await list()).items).toHaveLength(1);
  });

  test('is in the audit of the person', async () => {
    await order({ format: 'csv', from: '2026-01-01' }, 'admin');
    const told = [];
    for await (const { type, data } of bench.deps.store.read(auditStreamOf('p-admin')))
      if (type === 'TablesExported') told.push(data);
    expect(told.at(-1)).toEqual({
      ...{ format: 'csv', facts: false, from: '2026-01-01', to: null },
      position: expect.any(String),
    });
  });

  test('names the field that is wrong', async () => {
    expect(await issuesOf({ format: 'xml' })).toEqual([400, ['format']]);
    expect(await issuesOf({ format: 'csv', from: '2026-02-31' })).toEqual([400, ['from']]);
    expect(await issuesOf({ format: 'csv', from: '2026-03-01', to: '2026-02-01' })).toEqual([400, ['to']]);
    expect(await issuesOf({ format: 'csv', asOf: 'soon' })).toEqual([400, ['asOf']]);
    expect(await issuesOf({ format: 'csv', asOf: '2020-01-01' })).toEqual([400, ['asOf']]);
    expect(await issuesOf({ format: 'xes', facts: true })).toEqual([400, ['facts']]);
    expect(await issuesOf({ format: 'xes', trace: 'person' })).toEqual([400, ['trace']]);
  });
});

describe('limits', () => {
  test('three unfinished ones of a person', async () => {
    for (let i = 0; i < 3; i++) await order({ format: 'csv' });
    expect(await issuesOf({ format: 'csv' })).toEqual([400, ['format']]);
    expect((await order({ format: 'csv' }, 'admin')).status).toBe(200);
  });

  test('three of a person who orders many at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => order({ format: 'csv' })));
    expect((await list()).items).toHaveLength(3);
  });

  test('seven days', async () => {
    const { data } = await order({ format: 'csv' });
    await work();
    const { files } = bench;
    bench.clock.advance(7 * DAY_MS - 1);
    await files?.exportJobs.sweep();
    expect(await files?.exportJobs.find('p-analyst', data.id)).toBeDefined();
    bench.clock.advance(1);
    await files?.exportJobs.sweep();
    expect(await files?.exportJobs.find('p-analyst', data.id)).toBeUndefined();
    bench.clock.advance(-7 * DAY_MS);
  });

  test('a full disk is told, and nothing is left behind', async () => {
    const { data } = await order({ format: 'csv' });
    const blobs = {
      keep: () => Promise.reject(diskFullRefusalOf(new Error('full'))),
      drop: async () => undefined,
    };
    await work({ blobs });
    expect((await one(data.id)).data).toMatchObject({ state: 'failed', why: 'diskFull', file: null });
    expect(left()).toEqual([]);
    expect((await bench.send('GET', `${path}/${data.id}/file`, { as: 'analyst' })).status).toBe(404);
  });
});

describe('an unfinished export', () => {
  test('begins again after the end of its process, and is never half a file', async () => {
    const { data } = await order({ format: 'ocel' });
    const dying = new AbortController();
    const blobs = {
      keep: () => {
        dying.abort();
        return Promise.reject(new Error('the process ended'));
      },
      drop: async () => undefined,
    };
    await work({ blobs }, dying.signal);
    expect((await one(data.id)).data.state).toBe('making');
    expect((await bench.send('GET', `${path}/${data.id}/file`, { as: 'analyst' })).status).toBe(404);
    await work();
    expect((await one(data.id)).data.state).toBe('ready');
  });

  test('is stopped by its deletion', async () => {
    const { data } = await order({ format: 'ocel' });
    const { files } = bench;
    const kept: string[] = [];
    await work({
      blobs: {
        keep: async ({ sha256 }) => {
          kept.push(sha256);
          await bench.del(`${path}/${data.id}`, { as: 'analyst' });
        },
        drop: async ({ sha256 }) => void kept.splice(kept.indexOf(sha256), 1),
      },
    });
    expect(kept).toEqual([]);
    expect(await files?.exportJobs.all()).toEqual([]);
  });

  test('is stopped by an erasure before it tells any progress', async () => {
    const { data } = await order({ format: 'csv', facts: true });
    const { files } = bench;
    if (!files) throw new Error('no folder');
    let noted = 0;
    const jobs = {
      ...files.exportJobs,
      note: (job: ExportJob) => {
        noted += 1;
        return files.exportJobs.note(job);
      },
    };
    const timers = {
      every: (_ms: number, look: () => void) => {
        void files.exportJobs.dropFacts('main').then(look);
        return () => undefined;
      },
    };
    await work({ jobs, timers });
    expect([noted, left()]).toEqual([0, []]);
    expect((await one(data.id)).data).toMatchObject({ state: 'failed', why: 'erased' });
  });

  test('is refused while the tables lack the position that the person has seen', async () => {
    const seen = (await bench.get(path, { as: 'analyst' })).headers.get('x-position') ?? '';
    const reached = vi.spyOn(bench.deps.analysisTables, 'reached').mockResolvedValue(false);
    try {
      expect((await order({ format: 'csv' }, 'analyst', { 'X-Position': seen })).status).toBe(503);
      expect((await list()).items).toEqual([]);
      expect((await order({ format: 'csv' })).status).toBe(200);
    } finally {
      reached.mockRestore();
    }
  });

  test('waits while the tables are behind, or lack rows', async () => {
    const { data } = await order({ format: 'csv' });
    await work({ tables: { ...bench.deps.analysisTables, reached: async () => false } });
    expect((await one(data.id)).data.state).toBe('waiting');
    const { analysisTables } = bench.deps;
    const open: ExportMakerDeps['tables']['open'] = async (...of) => ({
      ...(await analysisTables.open(...of)),
      lacks: () => [{ table: 'events', from: '1', to: '2' }],
    });
    await work({ tables: { ...analysisTables, open } });
    expect((await one(data.id)).data.state).toBe('waiting');
  });
});

describe('rights', () => {
  test('another person’s export is like no export', async () => {
    const { data } = await order({ format: 'csv' });
    await work();
    for (const end of ['', '/file']) {
      const found = await bench.get(`${path}/${data.id}${end}`, { as: 'admin' });
      const missing = await bench.get(`${path}/none${end}`, { as: 'admin' });
      expect([found.status, found.text]).toEqual([404, missing.text]);
    }
    expect((await bench.del(`${path}/${data.id}`, { as: 'admin' })).status).toBe(404);
    expect((await list('admin')).items).toEqual([]);
    expect((await order({ format: 'csv' }, 'supervisor')).status).toBe(403);
  });

  test('facts of cases leave with their right only', async () => {
    const { data } = await order({ format: 'ocel', facts: true }, 'admin');
    await work();
    const turn = (on: boolean, right = 'analysisFacts') =>
      bench.put('/api/organisations/main/rights', {
        as: 'admin',
        body: {
          right,
          position: 'Admin',
          on,
          reason: 'Not needed for this year’s questions.',
        },
      });
    await turn(false);
    expect((await list('admin')).facts).toBe(false);
    expect((await order({ format: 'ocel', facts: true }, 'admin')).status).toBe(403);
    expect((await bench.send('GET', `${path}/${data.id}/file`, { as: 'admin' })).status).toBe(403);
    await turn(true);
    expect((await bench.send('GET', `${path}/${data.id}/file`, { as: 'admin' })).status).toBe(200);
    await turn(false, 'exports');
    expect((await order({ format: 'csv' }, 'admin')).status).toBe(403);
    expect((await bench.send('GET', `${path}/${data.id}/file`, { as: 'admin' })).status).toBe(403);
    await turn(true, 'exports');
  });

  test('files with facts are refused from the erasure on, before they are deleted', async () => {
    const made = (await order({ format: 'csv', facts: true })).data;
    const plain = (await order({ format: 'csv' })).data;
    await work();
    const statusOf = async (id: string) =>
      (await bench.send('GET', `${path}/${id}/file`, { as: 'analyst' })).status;
    expect(await statusOf(made.id)).toBe(200);
    const { caseId } = (await bench.post<{ caseId: string }>('/api/cases', { as: 'doctor', body: {} })).data;
    const stamp = { id: crypto.randomUUID(), at: new Date(bench.clock.now()).toISOString(), by: 'system' };
    const erased = { type: 'PatientErased', data: { patient: caseId }, ...stamp };
    await bench.deps.store.append(caseStreamOf(caseId), 'any', [erased]);
    expect((await one(made.id)).data).toMatchObject({ state: 'failed', why: 'erased', file: null });
    expect((await list()).items.map(({ state }) => state).toSorted()).toEqual(['failed', 'ready']);
    expect([await statusOf(made.id), await statusOf(plain.id)]).toEqual([404, 200]);
    const later = (await order({ format: 'csv', facts: true })).data;
    await work();
    expect(await statusOf(later.id)).toBe(200);
  });

  test('files with facts go when a patient is erased, also while they are made', async () => {
    const made = (await order({ format: 'csv', facts: true })).data;
    const plain = (await order({ format: 'csv' })).data;
    await work();
    const underway = (await order({ format: 'csv', facts: true })).data;
    await bench.files?.exportJobs.dropFacts('other');
    expect((await one(made.id)).data.state).toBe('ready');
    await bench.files?.exportJobs.dropFacts('main');
    await work();
    for (const { id } of [made, underway])
      expect((await one(id)).data).toMatchObject({ state: 'failed', why: 'erased', file: null });
    expect((await one(plain.id)).data.state).toBe('ready');
  });
});
