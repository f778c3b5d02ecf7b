/** The product on three nodes of a log that go and come back: it says so in words, goes on reading, and loses nothing. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LogCluster, startLogCluster } from '../servers/log/cluster.ts';
import { type Client, signIn } from '../testing/client.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { putPeople } from '../testing/small-demo.ts';

let cluster: LogCluster;
let server: TestServer;
let writers: Client[];
let watching: Client;

beforeAll(async () => {
  cluster = await startLogCluster({ nodes: 3, electionMs: 200 });
  // The demo's people without its cases: what is written here is all there is.
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-quorum-'));
  const settings = { EVENT_STORE: cluster.url, DATA_DIR: dataDir };
  await putPeople(settings);
  server = await startServer({ pages: false, dataDir, env: settings });
  writers = await Promise.all(Array.from({ length: 8 }, () => signIn(server.url, 'doctor')));
  watching = await signIn(server.url, 'supervisor');
});
afterAll(async () => {
  await server?.stop();
  await cluster?.stop();
});

const made: string[] = [];
/** One draft of each writer: the answers, by their HTTP status and code. */
const write = () =>
  Promise.all(
    writers.map(async writer => {
      const { http, code, data } = await writer.post<{ caseId: string } | null>('/api/cases');
      if (data) made.push(data.caseId);
      return `${http} ${code}`;
    }),
  );
const all = (answer: string) => writers.map(() => answer);
const reads = async () => (await watching.get('/api/workbench')).http;

it.each([
  ['two of three', [0, 1]],
  ['all three', [0, 1, 2]],
])('%s away: writing is refused with 503 104070, reading goes on, and writing again', async (_, gone) => {
  expect(await write()).toEqual(all('200 0'));
  // Until the rows have what was written: a read of what they lack asks the log, or is told to come back.
  await expect.poll(reads).toBe(200);
  for (const node of gone) await cluster.kill(node);
  expect(await reads()).toBe(200);
  expect(await write()).toEqual(all('503 104070'));
  expect(await reads()).toBe(200);
  for (const node of gone) await cluster.restart(node);
  await expect.poll(async () => (await write()).filter(answer => answer !== '200 0')).toEqual([]);
});

it('a rolling restart, and a leader that goes, refuse nobody', async () => {
  for (const node of [0, 1, 2]) {
    const writing = write();
    await cluster.kill(node);
    expect(await writing).toEqual(all('200 0'));
    expect(await write()).toEqual(all('200 0'));
    await cluster.restart(node);
  }
});

it('each draft that was acknowledged is there, once', async () => {
  const [reader = watching] = writers;
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const { data } = await reader.get<{ items: { caseId: string }[] }>(`/api/cases?size=100&page=${page}`);
    found.push(...data.items.map(({ caseId }) => caseId));
    if (data.items.length < 100) break;
  }
  expect(made.filter(caseId => !found.includes(caseId))).toEqual([]);
  expect(new Set(found).size).toBe(found.length);
});
