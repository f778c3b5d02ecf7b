/**
 * Five thousand pages: their cost while idle, and their reconnection after a restart while some people write.
 */
import { readFileSync } from 'node:fs';
import type { BenchmarkRow } from '../bench.ts';
import { benchLength } from '../length.ts';
import { countPagesPerGroup, fillChats } from './fill.ts';
import {
  type ChatBenchServer,
  type LoadProcesses,
  startLoadProcesses,
  startProductServer,
} from './processes.ts';

/** Number of page groups; `CHAT_WARDS=n` overrides it. A group has 73 pages. 69 groups have 552 doctors. */
const GROUPS = Number(process.env.CHAT_WARDS ?? benchLength(69, 1));
const shape = { assistants: 8, desk: 1 };
const PAGES = GROUPS * countPagesPerGroup(shape);
const PROCESSES = 4;
const PER_SECOND = 50;
const SECONDS = benchLength(30, 2);
const BEFORE_MS = benchLength(5000, 500);
const REST_MS = benchLength(5000, 500);
const LOOK_MS = 250;
const PATIENCE_MS = 90_000;
/** Each connection needs a file descriptor on both sides. */
const filesNeeded = PAGES + 500;

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

/** Limit of open files for a process on this machine. */
function filesAllowed(): number {
  const line = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return line === 'unlimited' ? Number.POSITIVE_INFINITY : Number(line ?? 0);
}

type Returned = {
  seconds: number;
  sinceStop: number;
  blocked: number;
  starting: number;
  caughtUp: number;
  readAnew: number;
  faults: string;
};

async function restart(
  server: ChatBenchServer,
  load: LoadProcesses,
  dir: string,
): Promise<{ returned: Returned; server: ChatBenchServer }> {
  await load.say({ perSecond: PER_SECOND, seconds: SECONDS });
  await wait(BEFORE_MS);
  const stopped = Date.now();
  await server.stop();
  const next = await startProductServer(dir, server.port);
  const ready = Date.now();
  const { blocked: starting } = await next.meter();
  let look = await load.all({ do: 'look' });
  while ((look.open < PAGES || look.openedAt < ready) && Date.now() - ready < PATIENCE_MS) {
    await wait(LOOK_MS);
    look = await load.all({ do: 'look' });
  }
  const { openedAt } = look;
  const { refused, lost, doubled, disordered, caughtUp, readAnew, open } = await load.all({ do: 'settle' });
  const { blocked } = await next.meter();
  const faults = `${PAGES - open} not back, ${refused} refused, ${lost} missed, ${doubled} doubled, ${disordered} out of order`;
  const [seconds, sinceStop] = [(openedAt - ready) / 1000, (openedAt - stopped) / 1000];
  return { returned: { seconds, sinceStop, blocked, starting, caughtUp, readAnew, faults }, server: next };
}

function rowsOf(
  base: number,
  idle: number,
  { seconds, sinceStop, blocked, starting, caughtUp, readAnew, faults }: Returned,
): BenchmarkRow[] {
  const pages = PAGES.toLocaleString('en');
  const each = ((idle - base) * 1024) / PAGES;
  return [
    {
      what: `memory of the server with ${pages} pages connected, MB (${base.toFixed(0)} with none, ${each.toFixed(1)} kB a page)`,
      score: idle,
      wanted: 'at most 300 MB',
    },
    {
      what: `${pages} pages back after a restart (${faults}; ${caughtUp} missed messages sent, ${readAnew} full reads)`,
      ms: seconds * 1000,
      wanted: 'at most 15,000 ms; nothing missed',
    },
    { what: 'the same, from the stop signal of the server', ms: sinceStop * 1000 },
    { what: 'longest turn of the event loop while they came back', ms: blocked, wanted: 'at most 200 ms' },
    { what: 'longest turn before it listened', ms: starting },
  ];
}

/** This benchmark takes about three minutes. */
export async function measureManyPages(dir: string): Promise<BenchmarkRow[]> {
  if (filesAllowed() < filesNeeded)
    return [
      {
        what: 'many pages',
        notRun: `a process may open only ${filesAllowed()} files: run ulimit -n ${filesNeeded}`,
      },
    ];
  const filled = await fillChats(dir, { groups: GROUPS, shape });
  let server = await startProductServer(dir);
  const load = startLoadProcesses(PROCESSES);
  try {
    const { rss: base } = await server.meter();
    await load.open(server.url, filled.groups);
    await wait(REST_MS);
    const { rss: idle } = await server.meter();
    const done = await restart(server, load, dir);
    server = done.server;
    return rowsOf(base, idle, done.returned);
  } finally {
    await load.end();
    await server.stop();
  }
}
