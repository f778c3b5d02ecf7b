/**
 * Time from a command that ends a person's rights to the message on that person's open socket: `reset` if the session
 * goes on with other rights, otherwise the disconnect. The real server runs in its own process, with the demo's people.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, demoPassword, type LiveConnection, signIn } from '../testing/client.ts';
import { freePort } from '../testing/server.ts';
import type { BenchmarkRow } from './bench.ts';
import { startCaseServer } from './cases/server.ts';
import { benchLength } from './length.ts';

/** Number of rounds; the sign-ins must stay under the limit of one address, 120 a minute. */
const ROUNDS = benchLength(20, 2);
const GIVE_UP_MS = 10_000;
const ACCOUNT = 'bench.assistant';

/** One way to end rights. `before` restores the rights before the socket opens. */
type Way = {
  what: string;
  event: 'reset' | 'disconnect';
  before?: () => Promise<unknown>;
  end: () => Promise<unknown>;
};

type Body = Record<string, unknown>;

/** Sends a command. @throws Error with the text of a refusal */
async function send(by: Client, method: string, path: string, body?: Body): Promise<Body> {
  const { http, text, data } = await by.call(method, path, body);
  if (http !== 200) throw new Error(`${method} ${path}: ${text}`);
  return data;
}

/** Creates an assistant, and returns the ways to end the assistant's rights. */
async function waysOf(url: string): Promise<Way[]> {
  const [admin, doctor, doctor2] = [
    await signIn(url, 'admin'),
    await signIn(url, 'doctor'),
    await signIn(url, 'doctor2'),
  ];
  const fields = { name: '李敏', phone: '13900007001', address: '上海市' };
  const account = { userName: ACCOUNT, password: demoPassword, ...fields };
  const { id } = await send(doctor, 'POST', '/api/assistants', account);
  const [own, user] = [`/api/assistants/${id}`, `/api/users/${id}`];
  const move = (position: string, serves: string[]) =>
    send(admin, 'POST', `${user}/move`, { position, serves });
  let other = doctor;
  return [
    {
      what: 'a doctor ends the share of an assistant',
      event: 'reset',
      before: async () => {
        await send(doctor, 'POST', `${own}/offers`, { account: 'doctor2' });
        await send(doctor2, 'POST', `${own}/accept`, {});
      },
      end: () => send(doctor2, 'POST', `${own}/end`, {}),
    },
    {
      what: 'an Admin ends the sessions',
      event: 'disconnect',
      end: () => send(admin, 'POST', `${user}/endSessions`, {}),
    },
    {
      what: 'an Admin sets another password',
      event: 'disconnect',
      end: () => send(admin, 'PUT', user, { password: demoPassword }),
    },
    {
      what: 'the person signs out everywhere else',
      event: 'disconnect',
      before: async () => {
        other = await signIn(url, ACCOUNT);
      },
      end: () => send(other, 'POST', '/api/sessions/endOthers', { oldPassword: demoPassword }),
    },
    {
      what: 'an Admin freezes the person',
      event: 'disconnect',
      before: () => send(admin, 'POST', `${user}/unfreeze`, {}),
      end: () => send(admin, 'POST', `${user}/freeze`, {}),
    },
    {
      what: 'an Admin moves the person to another position',
      event: 'reset',
      before: async () => {
        await send(admin, 'POST', `${user}/unfreeze`, {});
        await move('Specialist', []);
      },
      end: () => move('Service', []),
    },
  ];
}

const heardOn = ({ socket }: LiveConnection, event: Way['event']) =>
  new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`no ${event}`)), GIVE_UP_MS).unref();
    const heard = () => resolve(performance.now());
    if (event === 'reset') socket.once('reset', heard);
    else socket.once('disconnect', heard);
  });

type Times = { fromRequest: number; fromAnswer: number };

/** @param page returns the person's client; it signs in unless the session of the last round is still valid */
async function timesOf({ event, before, end }: Way, page: () => Promise<Client>): Promise<Times> {
  await before?.();
  const client = await page();
  // Waits until the server has the latest rights. Otherwise the socket would open with the rights from before `before`.
  await client.get('/api/profile');
  const live = await client.live(null);
  live.socket.io.reconnection(false);
  const told = heardOn(live, event);
  const start = performance.now();
  await end();
  const answered = performance.now();
  const heard = await told;
  live.close();
  return { fromRequest: heard - start, fromAnswer: Math.max(0, heard - answered) };
}

/** Time of a message to the server and back on an open socket, without a command: the floor of the machine. */
async function roundTrips(url: string): Promise<number[]> {
  const live = await (await signIn(url, 'doctor2')).live(null);
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    await live.socket.emitWithAck('case:watch', { caseId: '' });
    times.push(performance.now() - start);
  }
  live.close();
  return times;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const longest = (values: readonly number[]) => `${Math.max(...values).toFixed(1)} ms`;

function rowOf(what: string, times: readonly Times[]): BenchmarkRow {
  const answers = times.map(({ fromAnswer }) => fromAnswer);
  const requests = times.map(({ fromRequest }) => fromRequest);
  const also = { longest: longest(requests), 'longest after the answer': longest(answers) };
  const measured = `${what}: request to socket, median of ${times.length}`;
  return { what: measured, ms: median(requests), also, wanted: 'longest 1,000 ms' };
}

export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-bench-'));
  const { address: url, stop } = await startCaseServer(dir, { DEMO: '1', PORT: String(await freePort()) });
  try {
    const all: Times[] = [];
    const rows: BenchmarkRow[] = [];
    for (const way of await waysOf(url)) {
      const times: Times[] = [];
      let last: Client | undefined;
      const page = async () => {
        last = way.event === 'reset' && last ? last : await signIn(url, ACCOUNT);
        return last;
      };
      for (let i = 0; i < ROUNDS; i++) times.push(await timesOf(way, page));
      rows.push(rowOf(way.what, times));
      all.push(...times);
    }
    const floor = await roundTrips(url);
    return [
      ...rows,
      rowOf('every way', all),
      { what: 'a message on a socket and back', ms: median(floor), also: { longest: longest(floor) } },
    ];
  } finally {
    await stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
