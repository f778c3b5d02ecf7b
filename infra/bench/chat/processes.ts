/** Starts servers and load generators as own processes and exchanges messages with them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  combineResults,
  type LoadCommand,
  type LoadResults,
  type PageGroup,
} from '../../../loadtests/chat/job.ts';
import { serverFlags } from '../../setup/server-flags.mjs';
import { freePort } from '../../testing/server.ts';
import type { ProcessMeter } from './meter.ts';

const entry = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const product = entry('./main.ts');
const peer = entry('./peer.ts');
const load = entry('../../../loadtests/chat.ts');

/** Arguments for Node in the servers, such as profiling flags. */
const serverArgs = process.env.SERVER_ARGS?.split(' ').filter(Boolean) ?? [];

const run = (file: string, env: Record<string, string>, args: readonly string[] = []) =>
  spawn(process.execPath, [...serverFlags, ...args, file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });

/** Sends a message and resolves with the next answer. */
const ask = <Answer>(child: ChildProcess, message: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const gone = () => reject(new Error('a process of the benchmark ended'));
    child.once('exit', gone);
    child.once('message', answer => {
      child.off('exit', gone);
      // Cast: each process answers with one type.
      resolve(answer as Answer);
    });
    child.send(message);
  });

export type ChatBenchServer = {
  url: string;
  port: number;
  meter(): Promise<ProcessMeter>;
  /** Resolves when the process has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>;
};

async function start(file: string, env: Record<string, string>, port: number): Promise<ChatBenchServer> {
  const child = run(
    file,
    { ...env, PORT: String(port), LOG_LEVEL: 'error', DEMO: '0', STAFF_SECOND_FACTOR: '0' },
    serverArgs,
  );
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', chunk => String(chunk).includes('http://') && resolve());
    child.once('exit', code => reject(new Error(`the server exited with code ${code} before it was ready`)));
  });
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    meter: () => ask<ProcessMeter>(child, {}),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return gone;
    },
  };
}

export const startProductServer = async (dataDir: string, port?: number): Promise<ChatBenchServer> =>
  start(product, { DATA_DIR: dataDir }, port ?? (await freePort()));

export const startPeerServer = async (): Promise<ChatBenchServer> => start(peer, {}, await freePort());

export type LoadProcesses = {
  /** Sends a command to all load generators. @returns their combined results */
  all(command: LoadCommand): Promise<LoadResults>;
  /** Sends a command to the first load generator, which has the first group. */
  first(command: LoadCommand): Promise<LoadResults>;
  open(url: string, groups: readonly PageGroup[]): Promise<LoadResults>;
  /** Writes messages at this rate, distributed over all load generators. */
  say(saying: { perSecond: number; seconds: number }): Promise<LoadResults>;
  end(): Promise<void>;
};

export function startLoadProcesses(processes: number): LoadProcesses {
  const children = Array.from({ length: processes }, () => run(load, {}));
  const each = async (commandOf: (n: number) => LoadCommand) =>
    combineResults(await Promise.all(children.map((child, n) => ask<LoadResults>(child, commandOf(n)))));
  const [firstChild] = children;
  return {
    all: command => each(() => command),
    first: command =>
      firstChild ? ask<LoadResults>(firstChild, command) : Promise.reject(new Error('no process')),
    open: (url, groups) =>
      each(n => ({ do: 'open', url, groups: groups.filter((_group, i) => i % processes === n) })),
    say: ({ perSecond, seconds }) => each(() => ({ do: 'say', perSecond: perSecond / processes, seconds })),
    end: async () => {
      await Promise.all(
        children.map(child => {
          const gone = new Promise(resolve => child.once('exit', resolve));
          child.kill();
          return gone;
        }),
      );
    },
  };
}
