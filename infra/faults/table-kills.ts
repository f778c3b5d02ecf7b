/**
 * Fault: the process that keeps the analysts' tables, or the child that writes them, is killed while it works. Afterwards each
 * event is in the tables once, and meanwhile a node answers from what is committed.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeededRandom } from '#services/eventstore/crash/seeded-random.ts';
import { s3SettingsOf, startS3 } from '../servers/s3.ts';
import { startRemoteLog } from '../stack/servers.ts';
import { type Client, signIn } from '../testing/client.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { seedDemoUsers } from '../testing/small-demo.ts';
import { assertThat, type ProgressPrinter, pauseBriefly, pollUntil } from './fault.ts';

type TableKillsOptions = { kills: number; seed: number };

/** Longest time in ms from a write to the kill: a commit begins a second after the first event. */
const LONGEST_MS = 2_500;
const WRITES = 4;

const countSql =
  'SELECT count(*)::INTEGER AS rows, count(DISTINCT position)::INTEGER AS positions, max(position)::VARCHAR AS last FROM events';

type Counts = { rows: number; positions: number; http: number; text: string };

async function countsOf(analyst: Client, position?: string | null): Promise<Counts> {
  const headers = position ? { 'X-Position': position } : undefined;
  const answer = await analyst.post<{ rows: [number, number, string][] }>(
    '/api/analysis/ask',
    { sql: countSql },
    headers,
  );
  const [rows = 0, positions = 0] = answer.data?.rows?.[0] ?? [];
  return { rows, positions, http: answer.http, text: answer.text };
}

/** Ids of a process's own children. */
function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

/** A node and a process for analysts over one log and one bucket. */
export type NodeWithAnalysis = {
  node: ServerProcess;
  analysis(): ServerProcess;
  /** Kills the process for analysts. Its folder stays. */
  kill(): Promise<void>;
  /** Starts the process for analysts again over its folder. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** @throws Error if one of the servers does not start */
export async function startNodeWithAnalysis(): Promise<NodeWithAnalysis> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-analysis-'));
  writeFileSync(join(dir, 'secret'), randomBytes(32).toString('hex'), { mode: 0o600 });
  const s3 = await startS3();
  const log = await startRemoteLog(dir);
  const env = {
    EVENT_STORE: log.url,
    ...s3SettingsOf(s3),
    SECRET_FILE: join(dir, 'secret'),
  };
  await seedDemoUsers(env);
  const node = await startServer({ run: ['api', 'realtime', 'projector', 'worker'], pages: false, env });
  let analysis = await startServer({ run: ['analysis'], pages: false, env });
  return {
    node,
    analysis: () => analysis,
    kill: () => analysis.stop({ keep: true, signal: 'SIGKILL' }),
    restart: async () => {
      const { dataDir } = analysis;
      analysis = await startServer({ run: ['analysis'], pages: false, env, dataDir });
    },
    stop: async () => {
      await analysis.stop();
      await node.stop();
      await log.server?.stop();
      await s3.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * @param pair may have cases, if its tables have their events @returns a summary for the table of faults
 * @throws Error with the rows that are lost or duplicated
 */
export async function testTableKills(
  pair: NodeWithAnalysis,
  { kills, seed }: TableKillsOptions,
  report: ProgressPrinter,
): Promise<string> {
  const random = createSeededRandom(seed);
  const doctor = await signIn(pair.node.url, 'doctor');
  const atNode = await signIn(pair.node.url, 'analyst');
  const { rows: earlier } = await countsOf(atNode);
  let ofChildren = 0;
  let created = 0;
  let position: string | null = null;
  for (let kill = 1; kill <= kills; kill++) {
    for (let i = 0; i < WRITES; i++) {
      position = (await doctor.post('/api/cases')).position;
      created++;
    }
    const until = performance.now() + random() * LONGEST_MS;
    while (performance.now() < until) await pauseBriefly();
    const [child] = random() < 0.5 ? childrenOf(pair.analysis().pid) : [];
    if (child !== undefined) {
      ofChildren++;
      process.kill(child, 'SIGKILL');
      continue;
    }
    await pair.kill();
    const meanwhile = await countsOf(atNode);
    const isKnown = meanwhile.http === 200 || (kill === 1 && meanwhile.http === 503);
    assertThat(`a node does not answer while nothing keeps the tables: ${meanwhile.text}`, isKnown);
    assertThat('an event was in the tables twice', meanwhile.rows === meanwhile.positions);
    await pair.restart();
    report(`kill ${kill}: ${meanwhile.rows} events in the tables meanwhile`);
  }
  const atAnalysis = await signIn(pair.analysis().url, 'analyst');
  for (const [where, analyst] of [
    ['node', atNode],
    ['process for analysts', atAnalysis],
  ] as const) {
    await pollUntil(
      `the tables at the ${where} do not have the last event`,
      async () => (await countsOf(analyst, position)).http === 200,
    );
    const { rows, positions } = await countsOf(analyst, position);
    assertThat(`${positions} positions in ${rows} rows at the ${where}`, rows === positions);
    assertThat(`${rows} events of ${created} cases at the ${where}`, rows - earlier >= created);
  }
  return `${kills} kills, ${ofChildren} of them of the writing child: ${created} cases, no event lost and none twice`;
}

/** Starts a node and a process for analysts, and runs the fault on them, for `npm run faults`. */
export async function runTableKills(options: TableKillsOptions, report: ProgressPrinter): Promise<string> {
  const pair = await startNodeWithAnalysis();
  return testTableKills(pair, options, report).finally(pair.stop);
}
