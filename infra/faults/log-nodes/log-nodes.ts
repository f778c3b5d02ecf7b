/**
 * The product over three nodes of a log, with TLS and a password, while eight people write, one reads and fifty pages
 * follow: what happens to the nodes costs time, and nothing else.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEsdbStore } from '#services/eventstore/esdb/store.ts';
import { wholeLog } from '#services/relay/testing/committed.ts';
import type { LogCluster } from '../../servers/log/cluster.ts';
import { startForm } from '../../servers/log/forms.ts';
import { signIn } from '../../testing/client.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { putPeople } from '../../testing/small-demo.ts';
import { pause, sure, until } from '../fault.ts';
import { faultsOfLog } from '../sound.ts';
import { type HarmName, harms, type Moments } from './harms.ts';
import { openPages } from './pages.ts';
import { startReader } from './reader.ts';
import { startWriters, type Writer, type Written } from './writers.ts';

export type LogNodes = { cluster: LogCluster; server: TestServer; stop(): Promise<void> };

const userNames = ['doctor', 'doctor2', 'other', 'doctor', 'doctor2', 'other', 'doctor', 'doctor2'];

/** @param electionMs how long there is no leader after one went; a real cluster takes one to four seconds */
export async function startLogNodes(electionMs: number): Promise<LogNodes> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-log-nodes-'));
  const cluster = await startForm({ nodes: 3, tls: true }, { electionMs });
  const stop = async (server?: TestServer) => {
    await server?.stop();
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const settings = { EVENT_STORE: cluster.url, DATA_DIR: mkdtempSync(join(dir, 'data-')) };
    await putPeople(settings);
    const server = await startServer({ unlimited: true, dataDir: settings.DATA_DIR, env: settings });
    return { cluster, server, stop: () => stop(server) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** In ms; what a quick form leaves out is Infinity. */
export type Bars = { refused: number; medianRead: number; writingAgain: number };

export const bars: Bars = { refused: 9_000, medianRead: 50, writingAgain: 4_000 };

export type HarmOptions = {
  /** For so long nodes stay away, where they do. */
  awayMs: number;
  pages: number;
  bars: Bars;
};

/** How many drafts show that people get on. */
const SOME = 20;

function createMoments(written: Written, awayMs: number) {
  const again: number[] = [];
  const getOn = async () => {
    const before = written.drafts.length;
    await until('nobody can write again', async () => written.drafts.length > before + SOME);
  };
  const moments: Moments = {
    getOn,
    isBack: () => {
      const [began, before] = [performance.now(), written.drafts.length];
      const timed = async () => {
        while (written.drafts.length === before) await pause();
        again.push(performance.now() - began);
      };
      void timed();
    },
    away: async () => {
      const end = performance.now() + awayMs;
      const before = written.refusedMs.length;
      await until('no write was refused', async () => written.refusedMs.length > before);
      while (performance.now() < end) await pause();
    },
  };
  return { moments, again };
}

const most = (numbers: readonly number[]) => Math.max(0, ...numbers);
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** @returns how many events the log has @throws Error which draft is not there, or which event is there twice */
async function isKept(url: string, { drafts }: Written): Promise<number> {
  const store = await openEsdbStore({ connectionString: url });
  const log = await wholeLog(store).finally(store.close);
  const acknowledged = drafts.map(({ event, caseId }) => ({ event, what: caseId, tries: 1 }));
  const found = faultsOfLog(log, { acknowledged });
  sure(found.slice(0, 5).join('\n'), found.length === 0);
  return log.length;
}

/** @returns what was seen, with figures @throws Error that says what did not hold */
export async function harmLog(nodes: LogNodes, harm: HarmName, options: HarmOptions): Promise<string> {
  const { cluster, server } = nodes;
  const signedIn = await Promise.all(userNames.map(name => signIn(server.url, name)));
  const writers = signedIn.map((client, i): Writer => ({ client, userName: userNames[i] ?? '' }));
  const pages = await openPages(writers, options.pages);
  const reading = await startReader(await signIn(server.url, 'supervisor'));
  const { written, stop } = startWriters(writers);
  const { moments, again } = createMoments(written, options.awayMs);
  await moments.getOn();
  pages.breakHalf();
  await harms[harm].bring(cluster, moments);
  await stop();
  await reading.stop();
  await pages.resume();
  await pages.areTold(written.drafts);
  pages.close();
  const { refusedMs, odd, drafts } = written;
  const events = await isKept(cluster.url, written);
  const { ms, odd: oddReads } = reading.read;
  sure(`answered: ${[...odd, ...oddReads].slice(0, 5).join(', ')}`, odd.length + oddReads.length === 0);
  const { refused, medianRead, writingAgain } = options.bars;
  sure(`a refusal took ${seconds(most(refusedMs))}`, most(refusedMs) <= refused);
  sure(`reads took ${median(ms).toFixed(0)} ms at the median`, median(ms) <= medianRead);
  sure(`writing again took ${seconds(most(again))}`, most(again) <= writingAgain);
  return [
    `${refusedMs.length} writes refused (503, 104070), the slowest after ${seconds(most(refusedMs))}`,
    `${ms.length} reads, ${median(ms).toFixed(0)} ms at the median, ${most(ms).toFixed(0)} ms at most`,
    `writing again ${again.map(seconds).join(', ')} after a node led`,
    `${drafts.length} drafts acknowledged, each once among ${events} events`,
    `${options.pages} pages told each of theirs`,
  ].join('; ');
}

/** A harm at length, as `npm run faults` asks for it. @param awayMs for so long nodes stay away, where they do */
export async function atLength(harm: HarmName, awayMs: number): Promise<string> {
  const nodes = await startLogNodes(1_000);
  return harmLog(nodes, harm, { awayMs, pages: 50, bars }).finally(nodes.stop);
}
