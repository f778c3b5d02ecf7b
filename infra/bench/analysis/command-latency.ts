/**
 * Latency of commands on a server that rebuilds the tables and answers four questions, compared with the same server
 * without this work. Two servers with the same data are measured in turn, two seconds each. The other server is paused
 * meanwhile, so that other load on the machine affects both figures alike. Measures elapsed time, and how long the
 * server's thread ran and waited for a processor. The last row is the floor: the same server next to processes that
 * only use processor time.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sampleAlignerOrder, sampleParcel } from '#events/script/orders.ts';
import {
  commitManifest,
  type Manifest,
  ManifestNumberTakenError,
  manifestWithoutSegments,
  readManifest,
} from '#services/analysis/manifest.ts';
import type { TableFiles } from '#services/analysis/table-files.ts';
import { createFolderTableStore } from '#services/analysis/table-folder.ts';
import { tablesFolder } from '#services/analysis/table-folders.ts';
import type { BackgroundPriority } from '#services/childProcess/background.ts';
import { draftCase } from '../../actors/http.ts';
import { type Client, signIn } from '../../testing/client.ts';
import { type ServerProcess, startServer } from '../../testing/server.ts';
import type { BenchmarkRow } from '../bench.ts';
import type { HttpCommand } from '../command/load.ts';
import { openHttpCaller } from '../command/wire.ts';
import { whileLooping } from './busy-loops.ts';
import { type CommandSample, compareWindows } from './command-pairs.ts';
import { pauseServer } from './pause-server.ts';
import { ensureBenchYear, openBenchLog } from './sealed-log.ts';
import { firstThreadTimes } from './thread-times.ts';

/** Number of events; building their tables takes longer than a window. */
const EVENTS = 120_000;
/** The laboratory that makes the plans and aligners of all cases of the year. */
const ORG = 'archline';
const WINDOW_MS = 2_000;
/** Start of a window, ms. Commands in it do not count, because the server was paused before. */
const WARM_MS = 300;
/** Number of callers. Few, so that a command waits only for the server and not for other commands. */
const CALLERS = 2;
/** Number of processes of the floor: as many as a build's child and four questions. */
const LOOPS = 5;
const POLL_MS = 100;
const DEADLINE_MS = 300_000;
/** Users who ask. Each role may ask two questions at a time. */
const askers = ['analyst', 'admin', 'analyst', 'admin'];
const question = `SELECT status, after_status, count(*), quantile_disc(left_at - entered_at, 0.85)
  FROM stays WHERE left_at IS NOT NULL GROUP BY ALL ORDER BY ALL`;

type Caller = { send: (command: HttpCommand) => Promise<number>; close(): void; commands: HttpCommand[] };

/** A running server, its tables, and the callers who send commands to it. */
type Bench = {
  server: ServerProcess;
  logId: string;
  files: TableFiles;
  callers: readonly Caller[];
  askers: readonly Client[];
};

async function callerOf(doctor: Client): Promise<Caller> {
  const sections = { data: { ...sampleAlignerOrder.data, ...sampleParcel } };
  const path = `/api/cases/${await draftCase(doctor, { models: false, sections })}/patient`;
  const commands = [18, 20].map(street => ({
    ...{ method: 'PUT' as const, path },
    body: JSON.stringify({ ...sampleAlignerOrder.patient, address: `滨江路 ${street} 号` }),
  }));
  const caller = openHttpCaller(new URL(doctor.url), doctor.token);
  return { commands, close: caller.close, send: ({ method, body }) => caller.send(method, path, body) };
}

/** Waits for a manifest. @throws Error after five minutes */
async function manifestWith(
  { files, logId }: Bench,
  holds: (manifest: Manifest) => boolean,
): Promise<Manifest> {
  for (const end = Date.now() + DEADLINE_MS; Date.now() < end; await wait(POLL_MS)) {
    const manifest = await readManifest(files, logId);
    if (manifest && holds(manifest)) return manifest;
  }
  throw new Error('the tables did not change within five minutes');
}

const isBuilding = ({ lacks }: Manifest) => (lacks?.length ?? 0) > 0;
const isBuilt = (manifest: Manifest) => manifest.last !== null && !isBuilding(manifest);

/**
 * Makes the server rebuild all tables, by removing one segment from the manifest. Resolves when the build has begun.
 */
async function rebuild(bench: Bench): Promise<void> {
  const manifest = await manifestWith(bench, isBuilt);
  const [smallest] = manifest.tables.objects.toSorted((a, b) => a.bytes - b.bytes);
  const left = manifestWithoutSegments(manifest, segment => segment === smallest);
  try {
    await commitManifest(bench.files, left, 'bench');
  } catch (error) {
    // The server has committed another manifest meanwhile: tries again.
    if (error instanceof ManifestNumberTakenError) return rebuild(bench);
    throw error;
  }
  await manifestWith(bench, ({ number }) => number > left.number);
}

/** Asks questions until `work` is done, each user one question after another. */
async function whileAsked<T>(clients: readonly Client[], work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const asking = clients.map(async client => {
    while (!isOver) {
      const { http, text } = await client.post('/api/analysis/ask', { sql: question });
      // On a busy machine a question may exceed its time limit (422).
      if (http !== 200 && http !== 422) throw new Error(`a question was refused: ${text}`);
    }
  });
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(asking);
  }
}

/** Sends commands for one window. */
async function sampleOf({ callers, server }: Bench): Promise<CommandSample> {
  const times: number[] = [];
  let commands = 0;
  const before = firstThreadTimes(server.pid);
  const start = performance.now();
  const call = async ({ send, commands: own }: Caller) => {
    for (let i = 0; performance.now() < start + WINDOW_MS; i++) {
      const command = own[i % own.length];
      if (!command) return;
      const sent = performance.now();
      const status = await send(command);
      if (status !== 200) throw new Error(`a command was answered with ${status}`);
      commands += 1;
      if (sent > start + WARM_MS) times.push(performance.now() - sent);
    }
  };
  await Promise.all(callers.map(call));
  const after = firstThreadTimes(server.pid);
  const thread = { ran: after.ran - before.ran, waited: after.waited - before.waited };
  return { times, thread, commands };
}

/** Samples commands while the tables are built. Undefined if the build ended before the window. */
async function sampleWhileBuilding(bench: Bench): Promise<CommandSample | undefined> {
  if (!isBuilding(await manifestWith(bench, () => true))) await rebuild(bench);
  const sample = await sampleOf(bench);
  return isBuilding(await manifestWith(bench, () => true)) ? sample : undefined;
}

async function whilePaused<T>({ server }: Bench, work: () => Promise<T>): Promise<T> {
  const resume = await pauseServer(server.pid);
  try {
    return await work();
  } finally {
    resume();
  }
}

async function measure(quiet: Bench, busy: Bench): Promise<BenchmarkRow[]> {
  await sampleOf(quiet);
  const wanted = 'at least 1/1.15';
  const sides = {
    loaded: () => whilePaused(quiet, () => sampleWhileBuilding(busy)),
    alone: () => whilePaused(busy, () => sampleOf(quiet)),
  };
  const building = await compareWindows({ ...sides, wanted, what: 'the tables are built' });
  const asked = () =>
    compareWindows({ ...sides, wanted, what: 'the tables are built and four questions run' });
  const both = await whileAsked(busy.askers, asked);
  // The cost of a busy machine alone: the server itself has no additional work.
  const floor = await whilePaused(busy, () =>
    compareWindows({
      what: `${LOOPS} busy loops run at the least priority`,
      loaded: () => whileLooping(LOOPS, () => sampleOf(quiet)),
      alone: () => sampleOf(quiet),
    }),
  );
  return [building, both, floor].map(row => ({ ...row, callers: CALLERS }));
}

async function logIdIn(dataDir: string): Promise<string> {
  const log = openBenchLog(dataDir);
  await log.close();
  return log.sealedLog.id;
}

async function openBench(
  dataDir: string,
  logId: string,
  priority: BackgroundPriority = 'idle',
): Promise<Bench> {
  const server = await startServer({ dataDir, unlimited: true, env: { BACKGROUND_PRIORITY: priority } });
  const [doctor, analyst, admin] = [
    await signIn(server.url, 'doctor'),
    await signIn(server.url, 'analyst'),
    await signIn(server.url, 'admin'),
  ];
  const byName: Record<string, Client> = { analyst, admin };
  const store = createFolderTableStore(tablesFolder(join(dataDir, 'analysis'), logId));
  const callers = await Promise.all(Array.from({ length: CALLERS }, () => callerOf(doctor)));
  const bench = { server, logId, files: store.organisation(ORG), callers };
  return { ...bench, askers: askers.flatMap(name => byName[name] ?? []) };
}

/** Copies of a year, each with its own tables. */
async function copiesWithTables(year: string, folders: readonly string[]): Promise<string> {
  const [first = '', ...others] = folders;
  cpSync(year, first, { recursive: true });
  const logId = await logIdIn(first);
  // An idle process would build for minutes on a busy machine.
  const bench = await openBench(first, logId, 'low');
  await manifestWith(bench, isBuilt);
  for (const { close } of bench.callers) close();
  await bench.server.stop({ keep: true });
  for (const folder of others) cpSync(first, folder, { recursive: true });
  return logId;
}

/** Measures on copies of a log, because commands change it. */
export async function measureCommandLatency(): Promise<BenchmarkRow[]> {
  const year = await ensureBenchYear(EVENTS);
  const folders = ['quiet', 'busy'].map(name => mkdtempSync(join(tmpdir(), `archline-latency-${name}-`)));
  const benches: Bench[] = [];
  try {
    const logId = await copiesWithTables(year, folders);
    for (const folder of folders) benches.push(await openBench(folder, logId));
    const [quiet, busy] = benches;
    if (!quiet || !busy) throw new Error('a server did not start');
    return await measure(quiet, busy);
  } finally {
    for (const { callers, server } of benches) {
      for (const { close } of callers) close();
      await server.stop();
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}
