/** Starts and stops a server as its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { killOnExit } from './kill-on-exit.ts';

export type RunningServer = {
  pid: number;
  /** Sends SIGTERM and resolves when the process has exited. */
  stop(): Promise<void>;
  /** Sends SIGKILL and resolves when the process has exited. */
  kill(): Promise<void>;
};

export type ServerCommand = {
  program: string;
  args: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Port on this machine where the server must accept connections. */
  port: number;
  /** Timeout until it accepts connections, in ms; default five minutes, for busy machines. */
  withinMs?: number;
};

const askMs = 100;
const rest = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise(resolve => child.once('exit', () => resolve()));
}

/** Inodes of the sockets that listen on a port of this machine, from Linux's /proc. */
async function listeners(port: number): Promise<string[]> {
  const tables = await Promise.all(['tcp', 'tcp6'].map(name => readFile(`/proc/net/${name}`, 'utf8')));
  const at = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return tables
    .flatMap(table => table.trim().split('\n').slice(1))
    .map(line => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(at) && state === LISTENS)
    .map(([, , , , , , , , , inode = '']) => inode);
}

const LISTENS = '0A';

/**
 * Whether this child process listens on the port. Another program may have taken the port since it was free,
 * and tests would then use that program's data. On other systems than Linux, any listener counts.
 */
async function answers({ pid }: ChildProcess, port: number): Promise<boolean> {
  if (pid === undefined || !(await acceptsConnections(port))) return false;
  if (process.platform !== 'linux') return true;
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const own = await Promise.all(files.map(file => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return (await listeners(port)).some(inode => own.includes(`socket:[${inode}]`));
}

/**
 * Starts a server and waits until it accepts connections. @throws Error with its last output if it exits or
 * times out
 */
export async function startServerProcess(wanted: ServerCommand): Promise<RunningServer> {
  const { program, args, cwd, env, port, withinMs = 300_000 } = wanted;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killOnExit(child);
  let said = '';
  const listen = (chunk: Buffer) => {
    said = (said + chunk).slice(-8192);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const failed = new Promise<string>(resolve => child.once('error', error => resolve(error.message)));
  const gone = Promise.race([failed, ended(child).then(() => 'exited early')]);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await Promise.race([failed, ended(child)]);
  };
  const until = performance.now() + withinMs;
  for (;;) {
    const why = await Promise.race([gone, answers(child, port).then(yes => (yes ? true : undefined))]);
    if (why === true) break;
    if (why || performance.now() > until) {
      await end('SIGKILL');
      throw new Error(`${program}: ${why ?? 'no answer'}\n${said}`);
    }
    await rest(askMs);
  }
  return { pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** A server that can be restarted after `kill`, with the same port and data. */
export type RestartableServer = RunningServer & { restart(): Promise<void> };

/** @throws Error like `startServerProcess` */
export async function startRestartable(wanted: ServerCommand): Promise<RestartableServer> {
  let now = await startServerProcess(wanted);
  return {
    get pid() {
      return now.pid;
    },
    stop: () => now.stop(),
    kill: () => now.kill(),
    restart: async () => {
      now = await startServerProcess(wanted);
    },
  };
}

/** Whether anything accepts a connection on a port of this machine. */
export function acceptsConnections(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host: '127.0.0.1' });
    const say = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', () => say(true));
    socket.once('error', () => say(false));
  });
}
