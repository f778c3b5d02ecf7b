/**
 * Faults of a three-node log under the running product, with TLS and a password. Eight users write, one reads, and fifty
 * pages receive changes. A fault may cost time; it must lose and duplicate nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEsdbStore } from '#services/eventstore/esdb/store.ts';
import { readAllEvents } from '#services/relay/testing/committed-reader.ts';
import type { LogCluster } from '../../servers/log/cluster.ts';
import { startLogVariant } from '../../servers/log/variants.ts';
import { signIn } from '../../testing/client.ts';
import { type ServerProcess, startServer } from '../../testing/server.ts';
import { seedDemoUsers } from '../../testing/small-demo.ts';
import { assertThat, pauseBriefly, pollUntil } from '../fault.ts';
import { listLogFaults } from '../verify-stack.ts';
import { type DraftWriteResults, type DraftWriter, startDraftWriters } from './draft-writers.ts';
import { type LogScenarioHooks, type LogScenarioName, logScenarios } from './log-scenarios.ts';
import { openCaseListPages } from './pages.ts';
import { type ReadLatencies, startLatencyReader } from './reader.ts';

export type LogNodes = { cluster: LogCluster; server: ServerProcess; stop(): Promise<void> };

const userNames = ['doctor', 'doctor2', 'other', 'doctor', 'doctor2', 'other', 'doctor', 'doctor2'];

/**
 * @param electionMs duration without a leader after one was killed; a real cluster takes one to four seconds
 */
export async function startLogNodes(electionMs: number): Promise<LogNodes> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-log-nodes-'));
  const cluster = await startLogVariant({ nodes: 3, tls: true }, { electionMs });
  const stop = async (server?: ServerProcess) => {
    await server?.stop();
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const settings = { EVENT_STORE: cluster.url, DATA_DIR: mkdtempSync(join(dir, 'data-')) };
    await seedDemoUsers(settings);
    const server = await startServer({ unlimited: true, dataDir: settings.DATA_DIR, env: settings });
    return { cluster, server, stop: () => stop(server) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Limits in ms. Infinity switches a limit off, as the quick test does. */
export type LogScenarioLimits = {
  refused: number;
  medianRead: number;
  writingAgain: number;
  /** A refusal after this time is allowed although a majority is up. Infinity allows none. */
  patience: number;
};

export const logScenarioLimits: LogScenarioLimits = {
  refused: 9_000,
  medianRead: 50,
  writingAgain: 4_000,
  patience: Infinity,
};

export type LogScenarioOptions = {
  /** How long nodes stay down, in ms, in the scenarios that leave the log without a quorum. */
  awayMs: number;
  pages: number;
  bars: LogScenarioLimits;
};

/** Number of new drafts which shows that writing works. */
const SOME = 20;

function createHooks(written: DraftWriteResults, awayMs: number) {
  /** From each election to the next acknowledged draft, in ms. */
  const again: number[] = [];
  const writesWork = async () => {
    const before = written.drafts.length;
    await pollUntil('writing did not resume', async () => written.drafts.length > before + SOME);
  };
  const hooks: LogScenarioHooks = {
    writesWork,
    leaderElected: () => {
      const [began, before] = [performance.now(), written.drafts.length];
      const timed = async () => {
        while (written.drafts.length === before) await pauseBriefly();
        again.push(performance.now() - began);
      };
      void timed();
    },
    nodesDown: async () => {
      const end = performance.now() + awayMs;
      const before = written.refusedMs.length;
      await pollUntil('no write was refused', async () => written.refusedMs.length > before);
      while (performance.now() < end) await pauseBriefly();
    },
  };
  return { hooks, again };
}

const most = (numbers: readonly number[]) => Math.max(0, ...numbers);
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** @returns how many events the log has @throws Error naming a missing draft or a duplicated event */
async function verifyLog(url: string, { drafts }: DraftWriteResults): Promise<number> {
  const store = await openEsdbStore({ connectionString: url });
  const log = await readAllEvents(store).finally(store.close);
  const acknowledged = drafts.map(({ event, caseId }) => ({ event, what: caseId, tries: 1 }));
  const found = listLogFaults(log, { acknowledged });
  assertThat(found.slice(0, 5).join('\n'), found.length === 0);
  return log.length;
}

type Seen = { written: DraftWriteResults; read: ReadLatencies; again: readonly number[] };

/** @throws Error that says which rule or limit did not hold */
function judge(harm: LogScenarioName, { written, read, again }: Seen, bars: LogScenarioLimits): void {
  const odd = [...written.odd, ...read.odd];
  assertThat(`answered: ${odd.slice(0, 5).join(', ')}`, odd.length === 0);
  const slowest = most(written.refusedMs);
  const isEarly = written.refusedMs.some(ms => ms < bars.patience);
  assertThat('writes were refused although two nodes were up', logScenarios[harm].refuses || !isEarly);
  assertThat('no election was measured', again.length > 0);
  assertThat(`a refusal took ${seconds(slowest)}`, slowest <= bars.refused);
  assertThat(`reads took ${median(read.ms).toFixed(0)} ms at the median`, median(read.ms) <= bars.medianRead);
  assertThat(`writes resumed after ${seconds(most(again))}`, most(again) <= bars.writingAgain);
}

/** @returns a sentence with the figures @throws Error naming the rule or limit that was broken */
export async function testLogScenario(
  nodes: LogNodes,
  harm: LogScenarioName,
  options: LogScenarioOptions,
): Promise<string> {
  const { cluster, server } = nodes;
  const signedIn = await Promise.all(userNames.map(name => signIn(server.url, name)));
  const writers = signedIn.map((client, i): DraftWriter => ({ client, userName: userNames[i] ?? '' }));
  const pages = await openCaseListPages(writers, options.pages);
  const reading = await startLatencyReader(await signIn(server.url, 'supervisor'));
  const { written, stop } = startDraftWriters(writers);
  const { hooks, again } = createHooks(written, options.awayMs);
  await hooks.writesWork();
  pages.disconnectHalf();
  await logScenarios[harm].inject(cluster, hooks);
  await stop();
  await reading.stop();
  await pages.resume();
  await pages.receiveAll(written.drafts);
  pages.close();
  const events = await verifyLog(cluster.url, written);
  judge(harm, { written, read: reading.read, again }, options.bars);
  const { refusedMs, drafts } = written;
  const { ms } = reading.read;
  return [
    `${refusedMs.length} writes refused (503, 104070), the slowest after ${seconds(most(refusedMs))}`,
    `${ms.length} reads, ${median(ms).toFixed(0)} ms at the median, ${most(ms).toFixed(0)} ms at most`,
    `writes resumed ${again.map(seconds).join(', ')} after an election`,
    `${drafts.length} drafts acknowledged, each once among ${events} events`,
    `${options.pages} pages received all their drafts`,
  ].join('; ');
}

/** Runs a scenario at length, for `npm run faults`. @param awayMs how long nodes stay down, in ms */
export async function runLogScenario(harm: LogScenarioName, awayMs: number): Promise<string> {
  const nodes = await startLogNodes(1_000);
  return testLogScenario(nodes, harm, { awayMs, pages: 50, bars: logScenarioLimits }).finally(nodes.stop);
}
