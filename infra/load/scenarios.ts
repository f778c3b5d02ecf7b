/** Scenarios of the load test: a script of loadtests/, its size, and further measurements. */
import { readFileSync } from 'node:fs';
import { fairnessScenario } from './fairness.ts';
import { type K6Run, runK6 } from './k6.ts';
import { countOpenSockets, type NodeUsage, startNodeUsageSampling } from './node-metrics.ts';
import { signInScenario } from './sign-in.ts';
import type { LoadTarget } from './target.ts';

export type LoadScenario = {
  /** Name, whose beginning selects the scenario on the command line. */
  name: string;
  what: string;
  /** Number of open files that k6 and a node each need. */
  files?: number;
  /** True: the scenario starts its own server and is not repeated against two nodes. */
  alone?: true;
  /** Reason why the scenario cannot run here; undefined if it can. */
  missing?(): string | undefined;
  run(target: LoadTarget): Promise<LoadScenarioOutcome>;
};

export type LoadScenarioOutcome = {
  ran: K6Run;
  /** Further figures without thresholds. */
  also: { what: string; value: number; unit: LoadFigureUnit }[];
};

export type LoadFigureUnit = '' | 'ms' | 's' | 'MB';

const setting = (name: string, usual: number) => Number(process.env[name] || usual);
const list = (name: string, usual: string) => (process.env[name] || usual).split(',').map(Number);

const sockets = setting('LOAD_SOCKETS', 5000);
const users = list('LOAD_USERS', '200,1000');
/** Number of users with an account and a session, and number of users with cases. */
export const computeRequiredLoadSize = () => ({
  people: Math.max(40, sockets, ...users),
  active: Math.max(40, Math.min(sockets, 400), ...users),
});

/** Threshold for answers: normal response times for up to 200 users, only an upper limit for more. */
const barOf = (count: number) => (count <= 200 ? 'p(95)<=150' : 'p(99)<=1000');

async function watched(
  target: LoadTarget,
  run: () => Promise<K6Run>,
): Promise<{ ran: K6Run; looked: NodeUsage }> {
  const watches = target.urls().map(startNodeUsageSampling);
  const ran = await run();
  const looks = await Promise.all(watches.map(end => end()));
  const most = (of: (looked: NodeUsage) => number) => Math.max(...looks.map(of));
  const cpuMs = looks.reduce((sum, looked) => sum + looked.cpuMs, 0);
  return { ran, looked: { memoryMb: most(l => l.memoryMb), blockedMs: most(l => l.blockedMs), cpuMs } };
}

const days = users.map((count): LoadScenario => {
  const seconds = String(setting('LOAD_SECONDS', 60));
  const arriving = String(setting('LOAD_ARRIVE', Math.max(10, count / 50)));
  return {
    name: `day ${count}`,
    what: `a working day of ${count.toLocaleString('en')} people, an act every 5 s each`,
    run: async target => {
      const env = { USERS: String(count), SECONDS: seconds, ARRIVE: arriving, ANSWER: barOf(count) };
      const { ran, looked } = await watched(target, () => runK6(target, 'day.js', env));
      const acts = ran.of('acts', 'count') ?? 0;
      const rest = ['p(50)', 'p(95)', 'p(99)'].filter(stat => !barOf(count).startsWith(stat));
      return {
        ran,
        also: [
          ...rest.map(stat => ({
            what: `answer, ${stat}`,
            unit: 'ms' as const,
            value: ran.of('answer_ms', stat) ?? Number.NaN,
          })),
          { what: 'acts a second', value: acts / Number(seconds), unit: '' },
          { what: 'processor’s time of all nodes for an act', value: looked.cpuMs / acts, unit: 'ms' },
          { what: 'longest turn of an event loop', value: looked.blockedMs, unit: 'ms' },
        ],
      };
    },
  };
});

const screen: LoadScenario = {
  name: 'screen',
  what: 'click to the screen, at the other node if there are two',
  run: async target => {
    const ran = await runK6(target, 'screen.js', { SECONDS: String(setting('LOAD_SECONDS', 30)) });
    return {
      ran,
      also: [{ what: 'click to the screen, p(50)', value: ran.of('screen_ms', 'p(50)') ?? 0, unit: 'ms' }],
    };
  },
};

const held: LoadScenario = {
  name: 'sockets',
  what: `${sockets.toLocaleString('en')} open pages that receive pushes`,
  files: sockets,
  run: async target => {
    const env = {
      SOCKETS: String(sockets),
      SECONDS: String(setting('LOAD_SECONDS', 60)),
      OPEN: String(openingS),
    };
    const { ran, looked } = await watched(target, () => runK6(target, 'sockets.js', env));
    return {
      ran,
      also: [
        {
          what: 'rows pushed for each command',
          value: (ran.of('told', 'count') ?? 0) / (ran.of('commands', 'count') ?? 1),
          unit: '',
        },
        { what: 'most memory of a node', value: looked.memoryMb, unit: 'MB' },
        { what: 'longest turn of an event loop', value: looked.blockedMs, unit: 'ms' },
      ],
    };
  },
};

/** Seconds in which the pages open: at most 120 per second, and at least ten seconds. */
const openingS = setting('LOAD_OPEN', Math.max(10, Math.ceil(sockets / 120)));

const uploads: LoadScenario = {
  name: 'uploads',
  what: `uploads of ${setting('LOAD_MB', 200)} MB, each cut ${setting('LOAD_CUTS', 20)} times, ${setting('LOAD_UPLOADS', 3)} at once`,
  run: async target => {
    const env = {
      UPLOADS: String(setting('LOAD_UPLOADS', 3)),
      SIZE_MB: String(setting('LOAD_MB', 200)),
      CUTS: String(setting('LOAD_CUTS', 20)),
    };
    const { ran, looked } = await watched(target, () => runK6(target, 'uploads.js', env));
    return {
      ran,
      also: [
        { what: 'an upload with its cuts, slowest', value: ran.of('upload_s', 'max') ?? 0, unit: 's' },
        { what: 'most memory of a node', value: looked.memoryMb, unit: 'MB' },
      ],
    };
  },
};

/** Restarts the last node after all pages are open. @returns seconds until it is ready again */
async function restartWhenFull(target: LoadTarget, ended: () => boolean): Promise<number> {
  for (;;) {
    if (ended()) throw new Error('not all pages connected in time');
    const counts = await Promise.all(target.urls().map(url => countOpenSockets(url).catch(() => 0)));
    if (counts.reduce((sum, n) => sum + n, 0) >= sockets) break;
    await new Promise(resolve => setTimeout(resolve, 500));
  }
  await new Promise(resolve => setTimeout(resolve, 1000));
  return target.restart();
}

const storm: LoadScenario = {
  name: 'storm',
  what: `${sockets.toLocaleString('en')} pages, and a node that is restarted`,
  files: sockets,
  run: async target => {
    const returning = Math.floor(sockets / target.urls().length);
    const env = { SOCKETS: String(sockets), OPEN: String(openingS), RETURNING: String(returning) };
    const url = target.urls().at(-1) ?? '';
    const end = startNodeUsageSampling(url);
    let ended = false;
    const running = runK6(target, 'storm.js', { ...env, SECONDS: String(setting('LOAD_STORM', 60)) });
    const done = running.finally(() => {
      ended = true;
    });
    const [ready, ran] = await Promise.all([restartWhenFull(target, () => ended), done]);
    const looked = await end();
    return {
      ran,
      also: [
        { what: 'the node was ready again after', value: ready, unit: 's' },
        {
          what: 'pages were disconnected for, p(50)',
          value: (ran.of('away_ms', 'p(50)') ?? 0) / 1000,
          unit: 's',
        },
        {
          what: 'pages were disconnected for, longest',
          value: (ran.of('away_ms', 'max') ?? 0) / 1000,
          unit: 's',
        },
        { what: 'longest turn of the node’s event loop', value: looked.blockedMs, unit: 'ms' },
      ],
    };
  },
};

export const allLoadScenarios: readonly LoadScenario[] = [
  ...days,
  screen,
  held,
  uploads,
  storm,
  fairnessScenario,
  signInScenario,
];

/** Reason why a scenario cannot run here; undefined if it can. */
export function findMissingRequirement({ files, missing: own }: LoadScenario): string | undefined {
  if (files === undefined) return own?.();
  const needed = files + 500;
  const line = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  const allowed = line === 'unlimited' ? Number.POSITIVE_INFINITY : Number(line ?? 0);
  return allowed >= needed ? undefined : `a process may open only ${allowed} files: run ulimit -n ${needed}`;
}
