import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { monthStart } from '#events/analysis/months.ts';
import { openTrack } from '#events/analysis/track.ts';
import { Status } from '#events/case/status.ts';
import { makeMoves } from '#events/testing/moves.ts';
import { historyOfMoves } from '../analysis/testing/history.ts';
import { TrackFileDamagedError } from '../analysis/track-file.ts';
import type { AnalysisOverview, CasesAtMoment, QueuesAnswer } from './analysis-answers.ts';
import { completeDraft, createCase, performAction } from './testing/case-steps.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

const from = Date.parse('2026-12-01T00:00:00Z');
const to = Date.parse('2027-03-20T00:00:00Z');
const made = makeMoves({ seed: 1, cases: 80, from, to, people: 4 });

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
  const { store } = bench.deps;
  for (const { stream, event } of historyOfMoves(made)) await store.append(stream, 'any', [event]);
  const others = makeMoves({ seed: 2, cases: 10, from, to });
  const settings = { orgId: 'other', servedBy: 'other', ownerId: 'p-other' };
  for (const { stream, event } of historyOfMoves(others, settings))
    await store.append(stream, 'any', [event]);
  bench.clock.set(to);
});
afterAll(() => bench.close());

const get = <D = unknown>(path: string, as: TestPersonName = 'analyst', headers = {}) =>
  bench.get<D>(`/api/analysis${path}`, { as, headers });
const issuesOf = ({ data }: { data: unknown }) =>
  (data as { issues: { path: string; issue: string }[] }).issues.map(({ path, issue }) => [path, issue]);

describe('the overview', () => {
  it('says up to where the history is known', async () => {
    const { status, data, headers } = await get<AnalysisOverview>('');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      log: bench.deps.store.id,
      first: new Date(made.moves[0]?.at ?? 0).toISOString(),
      months: ['2026-12', '2027-01', '2027-02', '2027-03'],
      lag: 0,
      limits: { years: 10, steps: 2000, page: 100 },
    });
    expect(data.position).toBe(headers.get('x-position'));
    // The others' events were written after the own ones and are dated before them.
    expect(data.late).toEqual({ events: 0, mostSeconds: 0 });
  });
});

describe('the track of a month', () => {
  it('is gzipped, has an ETag, and never changes once the month is over', async () => {
    const response = await bench.send('GET', '/api/analysis/track?month=2027-01', {
      as: 'analyst',
      headers: { 'Accept-Encoding': 'gzip, br' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    // Another person at the same browser does not get the answer from its cache.
    expect(response.headers.get('vary')).toContain('Cookie');
    expect(response.headers.get('x-position')).toMatch(/^\w+-\d+$/);
    const track = openTrack(gunzipSync(new Uint8Array(await response.arrayBuffer())));
    expect([track.from, track.to]).toEqual([monthStart('2027-01'), monthStart('2027-02')]);
    const own = made.moves.filter(({ at }) => at > track.from && at <= track.to);
    expect(track.moveCount).toBe(own.length);
    const etag = response.headers.get('etag') ?? '';
    const again = await get('/track?month=2027-01', 'analyst', { 'If-None-Match': `W/${etag}` });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is sent as it is to a client that does not take gzip, and is kept for no time while the month lasts', async () => {
    const response = await bench.send('GET', '/api/analysis/track?month=2027-03', { as: 'supervisor' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(openTrack(new Uint8Array(await response.arrayBuffer())).moveCount).toBeGreaterThan(0);
  });

  it.each([
    ['2026-13', 'month-format'],
    ['2026-1', 'month-format'],
    ['2026-11', 'before-first'],
    ['2027-04', 'date-future'],
  ])('is refused for %s', async (month, issue) => {
    const answer = await get(`/track?month=${month}`);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual([['month', issue]]);
  });
});

describe('queues over time', () => {
  it('end with the cases that stand there', async () => {
    const { data } = await get<QueuesAnswer>('/queues?from=2027-01-01&to=2027-02-15T12:00:00Z&step=week');
    expect(data.times).toHaveLength(8);
    expect(data.times.at(-1)).toBe('2027-02-15T12:00:00.000Z');
    const standing = await get<CasesAtMoment>('/cases?asOf=2027-02-15T12:00:00Z&size=100');
    const counts = Object.groupBy(standing.data.items, ({ status }) => status);
    for (const { key, counts: over } of data.items)
      expect(over.at(-1)).toBe(counts[Number(key) as Status]?.length ?? 0);
    expect(standing.data.total).toBeGreaterThan(20);
  });

  it('are by status and day unless said otherwise, and begin before the first case with zeros', async () => {
    const { data } = await get<QueuesAnswer>('/queues?from=2026-11-01&to=2026-12-20');
    expect([data.by, data.step, data.times.length]).toEqual(['status', 'day', 50]);
    for (const { counts } of data.items) expect(counts[0]).toBe(0);
  });

  it('by person have pseudonyms for keys', async () => {
    const { data } = await get<QueuesAnswer>('/queues?from=2027-01-01&to=2027-02-01&by=person');
    expect(data.items.length).toBeGreaterThan(0);
    for (const { key } of data.items) expect(key).toMatch(/^u[\w-]{10}$/);
  });

  it.each([
    ['from=2027-02-01&to=2027-01-01', [['to', 'range-order']]],
    ['from=2010-01-01&to=2027-01-01', [['to', 'range-long']]],
    ['from=2026-01-01&to=2027-01-01&step=hour', [['step', 'too-many-steps']]],
    ['from=2026-02-31&to=2027-01-01', [['from', 'date-format']]],
    ['from=2026-01-01&to=2027-01-01&by=doctor', [['by', 'not-a-choice']]],
    ['to=2027-01-01', [['from', 'required']]],
  ])('are refused for %s', async (query, issues) => {
    const answer = await get(`/queues?${query}`);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual(issues);
  });
});

describe('the cases of a moment', () => {
  it('stand at the requested statuses, those that waited longest first, without names for an analyst', async () => {
    const status = [Status.PlanUnderDesign, Status.PlanAwaitingDoctor].join();
    const { data } = await get<CasesAtMoment>(
      `/cases?asOf=2027-02-10T09:00:00Z&status=${status}&size=5&page=1`,
    );
    expect(data.items.length).toBeGreaterThan(1);
    expect(data.items.map(({ since }) => since)).toEqual(data.items.map(({ since }) => since).toSorted());
    for (const item of data.items) {
      expect([Status.PlanUnderDesign, Status.PlanAwaitingDoctor]).toContain(item.status);
      expect(item.assignee ?? 'u').toMatch(/^u/);
    }
    expect(data.asOf).toBe('2027-02-10T09:00:00.000Z');
  });

  it('are those of now by default, also right after a command', async () => {
    const caseId = await createCase(bench);
    const { data } = await get<CasesAtMoment>('/cases?size=100&status=0');
    expect(data.items.map(item => item.caseId)).toContain(caseId);
  });

  it('are no drafts for a supervisor, to whom a draft does not exist', async () => {
    const caseId = await createCase(bench);
    const ids = async (as: TestPersonName) => {
      const { data } = await get<CasesAtMoment>('/cases?size=100&status=0', as);
      return data.items.map(item => item.caseId);
    };
    expect(await ids('admin')).toContain(caseId);
    expect(await ids('supervisor')).toEqual([]);
  });

  it('as of a position contain its event and none after it', async () => {
    const move = made.moves.find(({ to: status }) => status === Status.ToAccept);
    const events = await Array.fromAsync(bench.deps.store.read(`case-${move?.caseId}`));
    const submitted = events.find(({ data }) => (data as { to?: number }).to === Status.ToAccept);
    const wire = (position: bigint) => `${bench.deps.store.id.slice(0, 8)}-${position}`;
    const standing = async (position: bigint) => {
      const { data } = await get<CasesAtMoment>(`/cases?asOf=${wire(position)}&status=10&size=100`);
      return data.items.map(({ caseId }) => caseId);
    };
    expect(await standing(submitted?.position ?? 0n)).toContain(move?.caseId);
    expect(await standing((submitted?.position ?? 0n) - 1n)).not.toContain(move?.caseId);
  });

  it.each([
    ['2026-11-30', 400, 'before-first'],
    ['yesterday', 400, 'invalid'],
  ])('are refused as of %s', async (asOf, status, issue) => {
    const answer = await get(`/cases?asOf=${asOf}`);
    expect(answer.status).toBe(status);
    expect(issuesOf(answer)).toEqual([['asOf', issue]]);
  });

  it('are refused as of a position that the log does not have', async () => {
    for (const asOf of ['abcdefgh-1', `${bench.deps.store.id.slice(0, 8)}-999999999`])
      expect((await get(`/cases?asOf=${asOf}`)).status).toBe(400);
  });

  it('show the name to a supervisor with an open eye only', async () => {
    const caseId = await completeDraft(bench);
    await performAction(bench, 'doctor', caseId, 'submitCase');
    const nameFor = async (as: TestPersonName, headers: Record<string, string> = {}) => {
      const { data } = await get<CasesAtMoment>('/cases?size=100&status=10', as, headers);
      return data.items.find(item => item.caseId === caseId)?.patientName ?? '';
    };
    const open = await nameFor('supervisor');
    expect(open).not.toBe('');
    expect(await nameFor('supervisor', { 'X-Eye': 'hidden' })).not.toBe(open);
    expect(await nameFor('analyst')).not.toBe(open);
  });
});

describe('a track that is behind or damaged', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(['', '/track?month=2027-01', '/queues?from=2027-01-01&to=2027-02-01', '/cases'])(
    '%s is refused for a moment while the track is behind the rows',
    async path => {
      vi.spyOn(bench.deps.tracks, 'reached').mockResolvedValue(false);
      const { status, headers } = await get(path);
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    },
  );

  it('is refused for a moment while a damaged month is built again', async () => {
    vi.spyOn(bench.deps.tracks, 'file').mockRejectedValue(new TrackFileDamagedError('track-2027-01.gz'));
    expect((await get('/track?month=2027-01')).status).toBe(503);
  });
});

describe('who reads the history', () => {
  it.each(['', '/track?month=2027-01', '/queues?from=2027-01-01&to=2027-02-01', '/cases'])(
    '%s is for analysts, Admins and supervisors',
    async path => {
      for (const as of ['analyst', 'admin', 'supervisor'] as const)
        expect((await get(path, as)).status).toBe(200);
      for (const as of ['doctor', 'technician', 'expert', 'service', 'vendor', 'other'] as const)
        expect((await get(path, as)).status).toBe(403);
    },
  );
});
