/**
 * `npm run stack`: a distributed installation on one machine, without containers. Two nodes share a log, a
 * vault and file storage; a relay sends to Kafka. `-- --help` explains the options.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureKafkaJars } from '../servers/kafka.ts';
import { killOnExit } from '../servers/kill-on-exit.ts';
import type { LogVariant } from '../servers/log/variants.ts';
import { ensureRedisProgram } from '../servers/redis.ts';
import { s3SettingsOf } from '../servers/s3.ts';
import { readOptions } from '../setup/options.ts';
import { type ServerOptions, type ServerProcess, startServer } from '../testing/server.ts';
import { seedDemoUsers } from '../testing/small-demo.ts';
import { type StackServers, startStackServers } from './servers.ts';

export type TestStack = {
  servers: StackServers;
  /** Settings of every node. */
  settings: Record<string, string>;
  /**
   * Nodes with API, sockets and projector. The first also runs the background work and keeps the analysts' tables, unless
   * `worker` is set.
   */
  nodes: ServerProcess[];
  /** Present if the option `worker` is true. */
  worker?: ServerProcess;
  relay: ServerProcess;
  /** Restarts a node with its folder, or starts a new one. */
  addNode(options?: NodeOptions): Promise<ServerProcess>;
  /** Restarts a killed server with the same parts, folder and address. */
  again(server: ServerProcess): Promise<ServerProcess>;
  stop(): Promise<void>;
};

export type TestStackOptions = {
  /** False: without the built pages. */
  pages?: boolean;
  /** True: without rate limits and without pages, for programs that send requests without pauses. */
  unlimited?: boolean;
  env?: Record<string, string>;
  /** Arguments for Node in each server. */
  node?: string[];
  /** True: the demo's users without its cases, which take most of the start. */
  people?: boolean;
  /** True: background work, with the analysts' tables, runs in its own process. */
  worker?: boolean;
  /** False: no process keeps the analysts' tables. */
  tables?: boolean;
  /** Default: one node without TLS. */
  log?: LogVariant;
};

type NodeOptions = Pick<ServerOptions, 'dataDir' | 'port' | 'env'>;

const everyNode = ['api', 'realtime', 'projector'];

function settings({ log, redis, s3 }: StackServers, dir: string): Record<string, string> {
  return {
    EVENT_STORE: log.url,
    REDIS_URL: redis.url,
    ...s3SettingsOf(s3),
    SECRET_FILE: join(dir, 'secret'),
  };
}

/** @throws Error if one of the servers is not available on this machine */
export async function startStack(options: TestStackOptions = {}): Promise<TestStack> {
  const { pages = true, unlimited, env = {}, node = [] } = options;
  const dir = mkdtempSync(join(tmpdir(), 'archline-stack-'));
  writeFileSync(join(dir, 'secret'), randomBytes(32).toString('hex'), { mode: 0o600 });
  const servers = await startStackServers(dir, options.log).catch(error => {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  });
  const shared = { ...settings(servers, dir), ...env };
  const started: ServerProcess[] = [];
  const ways = new Map<string, () => Promise<ServerProcess>>();
  let folders = 0;
  const start = async (run: string[], how: NodeOptions = {}): Promise<ServerProcess> => {
    const dataDir = how.dataDir ?? join(dir, `node-${++folders}`);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const shape = { dataDir, pages, unlimited, run, node, env: { ...shared, ...how.env } };
    const server = await startServer({ ...how, ...shape });
    started.push(server);
    ways.set(dataDir, () => start(run, { ...how, dataDir, port: Number(new URL(server.url).port) }));
    return server;
  };
  const stop = async () => {
    for (const server of started.splice(0).reverse()) await server.stop({ keep: true });
    await servers.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    if (options.people) await seedDemoUsers(shared);
    // Without `people`, the first node creates the demo in a new log.
    const background = options.tables === false ? ['worker'] : ['worker', 'analysis'];
    const first = await start(options.worker ? everyNode : [...everyNode, ...background]);
    const second = await start(everyNode);
    const worker = options.worker ? await start(background) : undefined;
    const relay = await start(['relay'], { env: { KAFKA_BROKERS: servers.kafka.brokers } });
    const again = async ({ dataDir }: ServerProcess) => {
      const way = ways.get(dataDir);
      if (!way) throw new Error(`no process was started in ${dataDir}`);
      return way();
    };
    const nodes = [first, second];
    const addNode: TestStack['addNode'] = how => start(everyNode, how);
    return { servers, settings: shared, nodes, worker, relay, addNode, again, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a command in this terminal and forwards every signal. Resolves with its exit code. */
const run = ([program = '', ...args]: string[], env: Record<string, string>) =>
  new Promise<number>(resolve => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    killOnExit(child);
    for (const signal of signals) process.on(signal, () => child.kill(signal));
    child.on('exit', code => resolve(code ?? 1));
  });

const signalled = () =>
  new Promise<void>(resolve => {
    for (const signal of signals) process.once(signal, () => resolve());
  });

/** Reason why a program of the stack is not available here; undefined if all are. */
const missing = () =>
  ensureKafkaJars()
    .then(ensureRedisProgram)
    .then(
      () => undefined,
      ({ message }: Error) => message.split('\n')[0],
    );

const usage = {
  command: 'npm run stack',
  does: 'Starts two nodes, a relay, a remote log, Kafka, Redis and S3. A command after a second -- runs with the addresses of the nodes in ARCHLINE_URLS; the stack stops when the command exits.',
  table: {
    nodes: { value: 'number', default: '1', does: 'nodes of the log: 1 or an odd number' },
    tls: { does: 'makes the log require TLS and a password' },
  },
} as const;

async function main(args: string[]): Promise<number> {
  const split = args.indexOf('--');
  const command = split < 0 ? [] : args.slice(split + 1);
  const options = readOptions(split < 0 ? args : args.slice(0, split), usage);
  if ('text' in options) {
    console.error(options.text);
    return options.exit;
  }
  const { values } = options;
  const why = await missing();
  if (why) {
    console.log(`NOT RUN: the stack (${why})`);
    return 0;
  }
  // A command creates the cases that it needs.
  const stack = await startStack({
    people: command.length > 0,
    log: { nodes: Number(values.nodes), tls: values.tls },
  });
  const { servers, nodes, stop } = stack;
  const urls = nodes.map(({ url }) => url);
  for (const [what, where] of [
    ...urls.map((url, i) => [`node ${i + 1}`, url]),
    ['log', `${servers.log.url} (${servers.log.name})`],
    ['Kafka', servers.kafka.brokers],
    ['Redis', servers.redis.url],
    ['S3', servers.s3.endpoint],
  ])
    console.log(`${(what ?? '').padEnd(7)} ${where}`);
  try {
    if (command.length > 0) return await run(command, { ARCHLINE_URLS: urls.join(',') });
    console.log('Ctrl-C stops everything.');
    await signalled();
    return 0;
  } finally {
    await stop();
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
