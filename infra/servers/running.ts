/** A server in a process of its own, for as long as somebody needs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';

export type Running = {
  pid: number;
  /** Ends it as an operator would; resolves once it is gone. */
  stop(): Promise<void>;
  /** Ends it at once, in the middle of whatever it does. */
  kill(): Promise<void>;
};

export type Wanted = {
  program: string;
  args: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Resolves with whether it answers; asked again and again until it does. */
  answers: () => Promise<boolean>;
  /** Until it must answer; default a minute. */
  withinMs?: number;
};

const askMs = 100;
const rest = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

const living = new Set<ChildProcess>();
// Nothing outlives whoever started it, whatever that ended by.
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise(resolve => child.once('exit', () => resolve()));
}

/** Starts a server and waits until it answers. @throws Error with its last words where it ends before, or never answers */
export async function running(wanted: Wanted): Promise<Running> {
  const { program, args, cwd, env, answers, withinMs = 60_000 } = wanted;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  living.add(child);
  child.once('exit', () => living.delete(child));
  let said = '';
  const listen = (chunk: Buffer) => {
    said = (said + chunk).slice(-8192);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const failed = new Promise<string>(resolve => child.once('error', error => resolve(error.message)));
  const gone = Promise.race([failed, ended(child).then(() => 'it ended')]);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await Promise.race([failed, ended(child)]);
  };
  const until = performance.now() + withinMs;
  for (;;) {
    const why = await Promise.race([gone, answers().then(yes => (yes ? true : undefined))]);
    if (why === true) break;
    if (why || performance.now() > until) {
      await end('SIGKILL');
      throw new Error(`${program}: ${why ?? 'no answer'}\n${said}`);
    }
    await rest(askMs);
  }
  return { pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** Whether something accepts a connection at a port of this machine. */
export function accepts(port: number): Promise<boolean> {
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
