/**
 * Shutdown of a server: it reports that it is not ready, finishes running requests, and spreads the
 * reconnection of its pages.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { io, type Socket } from 'socket.io-client';
import { afterEach, expect, it } from 'vitest';
import { createRandom } from '#events/script/random.ts';
import type { ClientToServer, RowsMessage, ServerToClient } from '#events/wire.ts';
import { reconnectWindowMsOf } from '#services/realtime/server.ts';
import { reconnectWithin } from '#web/lib/reconnect.ts';
import { type Client, signIn } from '../testing/client.ts';
import { createSmallArchStl } from '../testing/models.ts';
import { freePort, type ServerProcess, startServer } from '../testing/server.ts';
import { pollUntil } from './polling.ts';

type Line = Socket<ServerToClient, ClientToServer>;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function started(options: Parameters<typeof startServer>[0] = {}): Promise<ServerProcess> {
  const server = await startServer({ pages: false, run: ['api', 'realtime', 'projector'], ...options });
  ends.push(() => server.stop());
  return server;
}

/**
 * Opens fifty pages of five users. Each records when it intends to reconnect, and reconnects when `run` is
 * called.
 */
async function crowdOf(people: Client[], random: () => number) {
  const due: { at: number; withinMs: number; run: () => void }[] = [];
  const rows: RowsMessage[] = [];
  const open = async (person: Client): Promise<Line> => {
    const auth = { token: person.token, hidden: false };
    const line: Line = io(person.url, { transports: ['websocket'], auth, forceNew: true });
    line.on('moved', ({ withinMs }, heard) => {
      heard();
      const after = (at: number, run: () => void) => {
        due.push({ at, withinMs, run });
        return () => undefined;
      };
      reconnectWithin(line, withinMs, { random, after });
    });
    line.on('rows', message => rows.push(message));
    ends.push(() => line.disconnect());
    await new Promise<void>(resolve => line.once('connect', resolve));
    return line;
  };
  const lines = await Promise.all(
    Array.from({ length: 50 }, (_, i) => open(people[i % people.length] as Client)),
  );
  return { lines, due, rows };
}

/** Creates drafts until the server has stopped. @returns the ids of acknowledged drafts */
async function begin(person: Client): Promise<string[]> {
  const begun: string[] = [];
  for (;;) {
    const answer = await person.post<{ caseId: string }>('/api/cases').catch(() => undefined);
    if (answer?.http !== 200) return begun;
    begun.push(answer.data.caseId);
  }
}

it('fifty pages of a stopping node reconnect spread over the window, miss no push and lose no acknowledged draft', async () => {
  const port = await freePort();
  const first = await started({ port });
  const { dataDir } = first;
  const names = ['doctor', 'assistant', 'supervisor', 'technician', 'admin'];
  const people = await Promise.all(names.map(name => signIn(first.url, name)));
  const { lines, due, rows } = await crowdOf(people, createRandom(7).next);
  const [doctor] = people as [Client];
  const { position } = await doctor.get('/api/cases');
  const writing = Promise.all(Array.from({ length: 8 }, () => begin(doctor)));
  await pollUntil(
    () => rows.length,
    n => n > 20,
    'nothing was pushed',
  );
  await first.stop({ keep: true });
  const begun = (await writing).flat();

  expect(due).toHaveLength(50);
  const [withinMs = 0] = due.map(each => each.withinMs);
  expect(withinMs).toBe(reconnectWindowMsOf(50));
  const tenths = new Set(due.map(({ at }) => Math.floor((10 * at) / withinMs)));
  expect([...tenths].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await pollUntil(
    () => lines.filter(line => line.connected).length,
    n => n === 0,
    'somebody stayed',
  );

  const second = await started({ dataDir, port });
  // No page reconnects with Socket.IO's own delays; each waits for its own time.
  expect(lines.filter(line => line.connected || line.io._reconnecting)).toEqual([]);
  for (const { run } of due) run();
  await pollUntil(
    () => lines.filter(line => line.connected).length,
    n => n === 50,
    'not everybody came back',
  );
  const missed: RowsMessage[] = [];
  lines[0]?.on('rows', message => missed.push(message));
  expect(await lines[0]?.emitWithAck('resume', { position: position ?? '' })).toEqual({ ok: true });
  expect(begun.length).toBeGreaterThan(8);
  const there = async (caseId: string) => (await doctor.get(`/api/cases/${caseId}`)).http;
  for (const caseId of begun) expect(await there(caseId)).toBe(200);
  const told = missed.flatMap(message => message.rows.map(row => row.id));
  expect(begun.filter(caseId => !told.includes(caseId))).toEqual([]);
  expect(second.url).toBe(first.url);
});

/** Starts an upload whose second half is sent later. */
function heldUpload(person: Client, location: string, bytes: Buffer) {
  const headers = { 'Tus-Resumable': '1.0.0', Authorization: person.token, 'Upload-Offset': '0' };
  const type = { 'Content-Type': 'application/offset+octet-stream', 'Content-Length': bytes.length };
  const sent = request(new URL(location, person.url), { method: 'PATCH', headers: { ...headers, ...type } });
  const answered = new Promise<number>((resolve, reject) => {
    sent.once('response', response => resolve(response.resume().statusCode ?? 0));
    sent.once('error', reject);
  });
  const half = bytes.length >> 1;
  sent.write(bytes.subarray(0, half));
  return { answered, finish: () => void sent.end(bytes.subarray(half)) };
}

it('a stopping node immediately reports not ready, answers while it drains, and finishes a running upload', async () => {
  const first = await started({ env: { DRAIN_MS: '1500' } });
  const { dataDir } = first;
  const doctor = await signIn(first.url, 'doctor');
  const { caseId } = (await doctor.post<{ caseId: string }>('/api/cases')).data;
  const bytes = createSmallArchStl(3);
  const metadata = Object.entries({ filename: 'upper.stl', caseId, kind: 'stl', slot: 'upper' });
  const made = await fetch(`${first.url}/api/uploads`, {
    method: 'POST',
    headers: {
      'Tus-Resumable': '1.0.0',
      Authorization: doctor.token,
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': metadata.map(([k, v]) => `${k} ${Buffer.from(v).toString('base64')}`).join(','),
    },
  });
  const held = heldUpload(doctor, made.headers.get('location') ?? '', bytes);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  const stopped = first.stop({ keep: true });
  const ready = () => fetch(`${first.url}/readyz`);
  const said = await pollUntil(ready, answer => answer.status === 503, 'it never said that it is not ready');
  expect(said.headers.get('retry-after')).toBe('1');
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  expect((await doctor.get(`/api/cases/${caseId}`)).http).toBe(200);
  await pollUntil(
    () =>
      fetch(`${first.url}/healthz`).then(
        () => true,
        () => false,
      ),
    up => !up,
    'it went on listening',
  );
  held.finish();
  expect(await held.answered).toBe(204);
  await stopped;
  const second = await started({ dataDir });
  const again = await signIn(second.url, 'doctor');
  expect((await again.get<{ files: unknown[] }>(`/api/cases/${caseId}`)).data.files).toHaveLength(1);
});

it('a node counts simultaneous signals as one, and stops at once on a second signal', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-twice-'));
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const program = fileURLToPath(new URL('../testing/server-without-pages.ts', import.meta.url));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO: '0', DRAIN_MS: '100000' };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  ends.push(() => child.kill('SIGKILL'));
  let url = '';
  child.stdout.on('data', chunk => {
    url += chunk;
  });
  await pollUntil(
    () => url,
    text => /http:\S+/.test(text),
    'it never was ready',
  );
  const [address = ''] = /http:\S+/.exec(url) ?? [];
  // A terminal and npm both deliver one Ctrl-C.
  child.kill('SIGINT');
  child.kill('SIGTERM');
  const status = () => fetch(`${address}/readyz`).then(answer => answer.status);
  await pollUntil(status, is => is === 503, 'it never said that it is not ready');
  expect(child.exitCode).toBe(null);
  await pollUntil(
    () => {
      child.kill('SIGTERM');
      return child.exitCode;
    },
    code => code !== null,
    'it went on waiting',
  );
  expect(child.exitCode).toBe(1);
});
