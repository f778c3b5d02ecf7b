/**
 * Commands over HTTP, from request to answer, with projector and sockets: 32 callers in another process and
 * eight listening pages. Alternates with bare Hono and one synced insert.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sampleAlignerOrder, sampleParcel } from '#events/script/orders.ts';
import { draftCase } from '../actors/http.ts';
import { type Client, signIn } from '../testing/client.ts';
import { processorSecondsOf } from '../testing/processor.ts';
import { freePort, type ServerProcess, startServer } from '../testing/server.ts';
import type { BenchmarkRow } from './bench.ts';
import type { CommandLoadJob, CommandResults, HttpCommand } from './command/load.ts';
import { benchLength } from './length.ts';

const CALLERS = 32;
const ROUNDS = benchLength(3, 1);
const SECONDS = benchLength(6, 1);
const here = (file: string) => fileURLToPath(new URL(`./command/${file}`, import.meta.url));
const execute = promisify(execFile);

const owners = ['doctor', 'doctor2'] as const;
const listeners = ['doctor', 'doctor2', 'assistant', 'supervisor', 'service', 'expert', 'admin', 'vendor'];

/** Commands of a doctor on a complete draft: corrects the address, submits, withdraws. */
function commandsOf(caseId: string): HttpCommand[] {
  const path = `/api/cases/${caseId}`;
  const patient = (street: number): HttpCommand => ({
    method: 'PUT',
    path: `${path}/patient`,
    body: JSON.stringify({ ...sampleAlignerOrder.patient, address: `滨江路 ${street} 号` }),
  });
  const action = (name: string): HttpCommand => ({
    method: 'POST',
    path: `${path}/actions/${name}`,
    body: '{}',
  });
  const rounds = [18, 20].map(street => [patient(street), action('submitCase'), action('withdraw')]);
  return rounds.flat();
}

async function callersOf(people: Map<string, Client>): Promise<CommandLoadJob['callers']> {
  const open = async (_: unknown, i: number) => {
    const client = people.get(owners[i % owners.length] ?? '');
    if (!client) throw new Error('no user may open a case');
    const sections = {
      data: { ...sampleAlignerOrder.data, ...sampleParcel },
    };
    const caseId = await draftCase(client, { models: false, sections });
    return { token: client.token, commands: commandsOf(caseId) };
  };
  return Promise.all(Array.from({ length: CALLERS }, open));
}

async function load(job: CommandLoadJob): Promise<CommandResults> {
  const { stdout } = await execute(process.execPath, [here('load.ts'), JSON.stringify(job)]);
  // Cast: load.ts prints only this object.
  return JSON.parse(stdout) as CommandResults;
}

async function startPeer(dir: string): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const child = spawn(process.execPath, [here('peer.ts'), dir, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise(resolve => child.stdout.once('data', resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

const body = JSON.stringify({ ...sampleAlignerOrder.patient, caseId: 'XXXXXX', command: 'patient' });
const peerCallers: CommandLoadJob['callers'] = Array.from({ length: CALLERS }, () => ({
  token: '',
  commands: [{ method: 'POST', path: '/commands', body }],
}));

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const perSecond = ({ done, seconds }: CommandResults) => done / seconds;

function rowsOf(ours: CommandResults[], peers: CommandResults[], cpuMs: number): BenchmarkRow[] {
  const speed = median(ours.map(perSecond));
  const bare = median(peers.map(perSecond));
  const wrong = ours.reduce((sum, round) => sum + round.refused, 0);
  const told = median(ours.map(round => round.told / round.done));
  const how = `${told.toFixed(1)} pushes for each, ${wrong} refused`;
  return [
    {
      what: `commands, answered (${how})`,
      callers: CALLERS,
      perSecond: speed,
      ratio: speed / bare,
      wanted: '1,000 /s',
    },
    { what: 'a command, median', callers: CALLERS, ms: median(ours.map(round => round.median)) },
    { what: 'a command, p99', callers: CALLERS, ms: median(ours.map(round => round.p99)) },
    { what: 'processor time of the server for a command', callers: CALLERS, ms: cpuMs },
    { what: 'peer: bare Hono, one insert synced', callers: CALLERS, perSecond: bare },
  ];
}

async function measure(server: ServerProcess, peerUrl: string): Promise<BenchmarkRow[]> {
  const people = new Map<string, Client>();
  for (const name of new Set([...owners, ...listeners])) people.set(name, await signIn(server.url, name));
  const callers = await callersOf(people);
  const tokens = listeners.flatMap(name => people.get(name)?.token ?? []);
  const jobs = {
    ours: { url: server.url, callers, listeners: tokens, seconds: SECONDS },
    peer: { url: peerUrl, callers: peerCallers, listeners: [], seconds: SECONDS },
  };
  await load({ ...jobs.ours, seconds: 2 });
  await load({ ...jobs.peer, seconds: 1 });
  const [ours, peers]: [CommandResults[], CommandResults[]] = [[], []];
  const before = processorSecondsOf(server.pid);
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await load(jobs.ours));
    peers.push(await load(jobs.peer));
  }
  const done = ours.reduce((sum, round) => sum + round.done, 0);
  return rowsOf(ours, peers, ((processorSecondsOf(server.pid) - before) * 1000) / done);
}

/** This benchmark takes about a minute. `PROFILE=folder` writes a profile of the server there. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-bench-'));
  const peer = await startPeer(dir);
  const { PROFILE } = process.env;
  const node = PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${PROFILE}`] : [];
  const server = await startServer({ unlimited: true, node });
  try {
    return await measure(server, peer.url);
  } finally {
    peer.stop();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
