/** The reports over HTTP: bad ranges, and one person's many requests. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { toLogPosition } from '#events/log-position.ts';
import type { AnalysisTables } from '../analysis/query.ts';
import { ChildCrashError } from '../childProcess/child.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

const first = { position: toLogPosition(1n), clock: Date.parse('2026-01-01T00:00:00Z') };
const last = { position: toLogPosition(9n), clock: Date.parse('2026-11-20T00:00:00Z') };

let bench: TestServer;
let run: () => Promise<void>;
let running = 0;
let most = 0;
let isCaughtUp = true;
const analysisTables: AnalysisTables = {
  reached: async () => isCaughtUp,
  fault: () => undefined,
  open: async () => ({
    first,
    last,
    factsAt: last.position,
    source: () => ({ files: [], views: [] }),
    lacks: () => [],
    repair: async () => false,
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      await run().finally(() => {
        running -= 1;
      });
      return { columns: [], rows: [], more: false };
    },
  }),
};
beforeAll(async () => {
  bench = await openTestServer();
  Object.assign(bench.deps, { analysisTables });
});
beforeEach(() => {
  run = () => Promise.resolve();
  most = 0;
});
afterAll(() => bench.close());

const get = (query: string) => bench.get(`/api/reports/queues${query}`, { as: 'analyst' });

it('refuses a range of more than ten years, also with one end only', async () => {
  for (const query of ['?from=1900-01-01', '?to=9999-12-31', '?from=1900-01-01&to=2026-01-01'])
    expect([query, (await get(query)).status]).toEqual([query, 400]);
  expect((await get('?from=2026-02-01&to=2026-01-01')).status).toBe(400);
});

it('answers for a range without events', async () => {
  for (const query of ['?to=2025-12-01', '?from=2026-12-01', '?from=2025-01-01&to=2025-02-01', ''])
    expect([query, (await get(query)).status]).toEqual([query, 200]);
});

it('runs two of a person at once, and refuses beyond sixteen', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  run = () => promise;
  const all = Array.from({ length: 20 }, () => get(''));
  const refused = await Promise.race(all);
  expect(refused.status).toBe(429);
  resolve();
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter(status => status === 200)).toHaveLength(16);
  expect(most).toBe(2);
});

it('is refused while the tables lack the wanted position, and not without one', async () => {
  isCaughtUp = false;
  try {
    expect((await get('')).status).toBe(200);
    const position = (await bench.get('/api/cases', { as: 'analyst' })).headers.get('x-position') ?? '';
    expect(position).not.toBe('');
    const headers = { 'X-Position': position };
    const late = await bench.get('/api/reports/queues', { as: 'analyst', headers });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
  } finally {
    isCaughtUp = true;
  }
});

it('says that the server is busy where a question took too long', async () => {
  run = () => Promise.reject(new ChildCrashError('no answer in time'));
  const { status, headers } = await get('');
  expect([status, headers.get('retry-after')]).toEqual([503, '10']);
});
