/**
 * Conversations of ten under load, next to the peer in the same run; and with pages that have stopped
 * reading.
 */
import { type LoadResults, percentile } from '../../../loadtests/chat/job.ts';
import type { BenchmarkRow } from '../bench.ts';
import { benchLength } from '../length.ts';
import { conversationsPerGroup, countPagesPerGroup, type FilledChats, fillChats } from './fill.ts';
import type { ProcessMeter } from './meter.ts';
import {
  type ChatBenchServer,
  type LoadProcesses,
  startLoadProcesses,
  startPeerServer,
  startProductServer,
} from './processes.ts';

/** Number of page groups. Together they have 104 conversations and 767 pages. */
const GROUPS = benchLength(13, 2);
const shape = { assistants: 6, desk: 3 };
const PROCESSES = 2;
const MANY = benchLength(1000, 100);
const SOME = benchLength(200, 20);
/** Duration of a measurement; `CHAT_SECONDS=n` overrides it. */
const SECONDS = Number(process.env.CHAT_SECONDS ?? benchLength(60, 1));
const WARM_SECONDS = Math.min(5, SECONDS);
const STALLED = benchLength(50, 5);
/** Load for pages that do not read: enough to fill the socket buffers and reach the server's own. */
const LOUD = { perSecond: 60, length: 4900, groups: [0], untimed: true };

type Measured = { told: LoadResults; seconds: number } & ProcessMeter;

/** Writes at a rate, waits until every message was received, and returns the measurements. */
async function measure(
  server: ChatBenchServer,
  load: LoadProcesses,
  perSecond: number,
  seconds: number,
): Promise<Measured> {
  await server.meter();
  const from = Date.now();
  await load.say({ perSecond, seconds });
  const told = await load.all({ do: 'settle' });
  return { told, seconds: (Date.now() - from) / 1000, ...(await server.meter()) };
}

type Runs = { many: Measured; some: Measured };

async function runBoth(server: ChatBenchServer, load: LoadProcesses, filled: FilledChats): Promise<Runs> {
  await load.open(server.url, filled.groups);
  await measure(server, load, SOME, WARM_SECONDS);
  const some = await measure(server, load, SOME, Math.min(20, SECONDS));
  return { some, many: await measure(server, load, MANY, SECONDS) };
}

type Beside = { before: number; during: number; grown: number; cut: number };

/**
 * Runs the same load twice, including long messages to one group: first normally, then with pages in that group
 * that do not read.
 */
async function stall(
  server: ChatBenchServer,
  load: LoadProcesses,
  { stalling }: FilledChats,
): Promise<Beside> {
  const seconds = Math.min(30, SECONDS);
  const loud = () => load.first({ do: 'say', seconds, ...LOUD });
  await loud();
  const before = await measure(server, load, SOME, seconds);
  await load.first({ do: 'stall', url: server.url, seats: stalling });
  await loud();
  const during = await measure(server, load, SOME, seconds);
  return {
    before: percentile(before.told.times, 0.95),
    during: percentile(during.told.times, 0.95),
    grown: during.peak - before.peak,
    cut: before.sockets + STALLED - during.sockets,
  };
}

const faults = ({ refused, lost, doubled, disordered, heard }: LoadResults) =>
  `${heard.toLocaleString('en')} heard, ${refused} refused, ${lost} lost, ${doubled} doubled, ${disordered} out of order`;
const p = ({ told }: Measured, part: number) => percentile(told.times, part);
const pace = ({ told, seconds }: Measured) => told.said / seconds;
const perMessage = ({ told, cpu }: Measured) => cpu / told.said;

function rowsOf(ours: Runs, peer: Runs, { before, during, grown, cut }: Beside): BenchmarkRow[] {
  const many = `${MANY.toLocaleString('en')} a second`;
  const rooms = `${GROUPS * conversationsPerGroup} conversations of 10, ${GROUPS * countPagesPerGroup(shape)} pages`;
  const time = (what: string, how: keyof Runs, part: number, wanted?: string): BenchmarkRow => ({
    what: `${what}, p${part * 100}`,
    ms: p(ours[how], part),
    ratio: p(peer[how], part) / p(ours[how], part),
    wanted,
  });
  return [
    {
      what: `said until heard by all, ${many} for ${SECONDS} s (${rooms}: ${faults(ours.many.told)})`,
      perSecond: pace(ours.many),
      ratio: pace(ours.many) / pace(peer.many),
      wanted: '1,000 /s; nothing lost, doubled, out of order',
    },
    time(`to the other screen at ${many}`, 'many', 0.95),
    time(`to the other screen at ${SOME} a second`, 'some', 0.95, '60 ms'),
    time(`to the other screen at ${SOME} a second`, 'some', 0.5),
    {
      what: `processor’s time of the server for a message at ${many}`,
      ms: perMessage(ours.many),
      ratio: perMessage(peer.many) / perMessage(ours.many),
    },
    {
      what: `peer: bare Socket.IO, keeps nothing: to the other screen at ${SOME} a second, p95`,
      ms: p(peer.some, 0.95),
    },
    { what: `peer at ${many} (${faults(peer.many.told)}), p95`, ms: p(peer.many, 0.95) },
    {
      what: `${STALLED} pages that read nothing (${cut} of them cut): the others’ p95 at ${SOME} a second`,
      ms: during,
      ratio: before / during,
      wanted: `as without them (${before.toFixed(1)} ms)`,
    },
    { what: `additional memory of the server, MB`, score: grown, wanted: 'at most 100 MB' },
  ];
}

async function withLoad<T>(server: ChatBenchServer, run: (load: LoadProcesses) => Promise<T>): Promise<T> {
  const load = startLoadProcesses(PROCESSES);
  try {
    return await run(load);
  } finally {
    await load.end();
    await server.stop();
  }
}

/** This benchmark takes about five minutes. */
export async function measureChatLoad(dir: string): Promise<BenchmarkRow[]> {
  const filled = await fillChats(dir, { groups: GROUPS, shape, stalling: STALLED });
  const peerServer = await startPeerServer();
  const peer = await withLoad(peerServer, load => runBoth(peerServer, load, filled));
  const server = await startProductServer(dir);
  return withLoad(server, async load => {
    const ours = await runBoth(server, load, filled);
    return rowsOf(ours, peer, await stall(server, load, filled));
  });
}
