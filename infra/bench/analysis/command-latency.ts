/**
 * The latency of commands on a server that builds the tables again and answers four questions, against the same server
 * without both. Rounds alternate, because the machine's other load changes with time.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { alignerOrder, sampleParcel } from '#events/script/orders.ts';
import {
  commitManifest,
  type Manifest,
  ManifestNumberTaken,
  manifestWithoutSegments,
  readManifest,
} from '#services/analysis/manifest.ts';
import type { TableFiles } from '#services/analysis/table-files.ts';
import { createFolderStore } from '#services/analysis/table-folder.ts';
import { tablesFolder } from '#services/analysis/table-folders.ts';
import { draftCase } from '../../actors/http.ts';
import { type Client, signIn } from '../../testing/client.ts';
import { type ServerProcess, startServer } from '../../testing/server.ts';
import type { BenchmarkRow } from '../bench.ts';
import type { CommandLoadJob, CommandResults } from '../command/load.ts';
import { ensureBenchYear, openBenchLog } from './sealed-log.ts';

/** Number of events of the log: building their tables takes longer than one round. */
const EVENTS = 400_000;
/** The organisation that serves all cases of the year. */
const ORG = 'archline';
const ROUNDS = 3;
const SECONDS = 5;
/** Few, so that a command waits for the server and not for other commands. */
const CALLERS = 2;
const POLL_MS = 100;
const DEADLINE_MS = 300_000;
/** Two questions of each run at a time. */
const askers = ['analyst', 'admin', 'analyst', 'admin'];
const question = `SELECT status, after_status, count(*), quantile_disc(left_at - entered_at, 0.85)
  FROM stays WHERE left_at IS NOT NULL GROUP BY ALL ORDER BY ALL`;

const execute = promisify(execFile);
const script = fileURLToPath(new URL('../command/load.ts', import.meta.url));
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

type Bench = {
  server: ServerProcess;
  logId: string;
  files: TableFiles;
  callers: CommandLoadJob['callers'];
  askers: readonly Client[];
};

async function callersOf(doctor: Client): Promise<CommandLoadJob['callers']> {
  const open = async () => {
    const sections = { data: { ...alignerOrder.data, ...sampleParcel } };
    const path = `/api/cases/${await draftCase(doctor, { models: false, sections })}/patient`;
    const commands = [18, 20].map(street => ({
      ...{ method: 'PUT' as const, path },
      body: JSON.stringify({ ...alignerOrder.patient, address: `滨江路 ${street} 号` }),
    }));
    return { token: doctor.token, commands };
  };
  return Promise.all(Array.from({ length: CALLERS }, open));
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

/** Has the server build all tables again, for which one segment is enough. Resolves once it has begun. */
async function rebuild(bench: Bench): Promise<void> {
  const manifest = await manifestWith(bench, isBuilt);
  const [smallest] = manifest.tables.objects.toSorted((a, b) => a.bytes - b.bytes);
  const left = manifestWithoutSegments(manifest, segment => segment === smallest);
  try {
    await commitManifest(bench.files, left, 'bench');
  } catch (error) {
    // The server has committed the last commands meanwhile.
    if (error instanceof ManifestNumberTaken) return rebuild(bench);
    throw error;
  }
  await manifestWith(bench, ({ number }) => number > left.number);
}

/** @returns the p95 of the commands in ms */
async function p95Of({ server, callers }: Bench): Promise<number> {
  const job: CommandLoadJob = { url: server.url, callers, listeners: [], seconds: SECONDS };
  const { stdout } = await execute(process.execPath, [script, JSON.stringify(job)]);
  // Cast: load.ts prints this.
  return (JSON.parse(stdout) as CommandResults).p95;
}

/** Asks questions while `work` runs. Each caller sends its next question after the answer to the last one. */
async function whileAsked<T>(clients: readonly Client[], work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const asking = clients.map(async client => {
    while (!isOver) {
      const { http, text } = await client.post('/api/analysis/ask', { sql: question });
      // On a busy machine a question may run out of time.
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

async function measure(bench: Bench): Promise<BenchmarkRow> {
  const [alone, loaded]: [number[], number[]] = [[], []];
  const what = 'p95 of a command while the tables are built and four questions run, elapsed';
  await p95Of(bench);
  for (let round = 0; round < ROUNDS; round++) {
    await manifestWith(bench, isBuilt);
    alone.push(await p95Of(bench));
    await rebuild(bench);
    loaded.push(await whileAsked(bench.askers, () => p95Of(bench)));
    const isOver = !isBuilding(await manifestWith(bench, () => true));
    if (isOver) return { what, notRun: 'the tables were built before the round ended' };
  }
  const [ms, without] = [median(loaded), median(alone)];
  return {
    ...{ what, ms, ratio: without / ms, wanted: 'at least 1/1.15', callers: CALLERS },
    also: { peer: `${without.toFixed(1)} ms without` },
  };
}

async function logIdIn(dataDir: string): Promise<string> {
  const log = openBenchLog(dataDir);
  await log.close();
  return log.sealedLog.id;
}

/** The server has its own copy of a log, because commands change it. @param events of the log at least */
export async function commandLatencyRow(events = EVENTS): Promise<BenchmarkRow> {
  const year = await ensureBenchYear(Math.max(events, EVENTS));
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-latency-'));
  cpSync(year, dataDir, { recursive: true });
  const logId = await logIdIn(dataDir);
  const server = await startServer({ dataDir, unlimited: true });
  try {
    const [doctor, analyst, admin] = [
      await signIn(server.url, 'doctor'),
      await signIn(server.url, 'analyst'),
      await signIn(server.url, 'admin'),
    ];
    const byName: Record<string, Client> = { analyst, admin };
    const store = createFolderStore(tablesFolder(join(dataDir, 'analysis'), logId));
    return await measure({
      ...{ server, logId, files: store.organisation(ORG), callers: await callersOf(doctor) },
      askers: askers.flatMap(name => byName[name] ?? []),
    });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
