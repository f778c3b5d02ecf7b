/** Starts relay-process.ts, and ends it in the ways in which processes end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serverFlags } from '../../../infra/setup/server-flags.mjs';

export type RelayProcess = {
  /** Resolves once it has printed such a line. Rejects if it ends before. */
  says(line: RegExp): Promise<void>;
  lines: readonly string[];
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** As an operator ends it. */
  stop(): Promise<void>;
  /** Stands still, as a machine does that is overloaded or moved, and goes on. */
  freeze(): void;
  thaw(): void;
};

const script = fileURLToPath(new URL('./relay-process.ts', import.meta.url));
const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

export type RelayProcessOptions = {
  /** Of the log. */
  dir: string;
  /** Of the vault; default that of the log. */
  vault?: string;
  brokers: string;
  leaseMs: number;
};

export function startRelayProcess(options: RelayProcessOptions): RelayProcess {
  const child = spawn(process.execPath, [...serverFlags, script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  living.add(child);
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const lines: string[] = [];
  let waiting: { line: RegExp; resolve: () => void; reject: (error: Error) => void }[] = [];
  gone.then(() => {
    living.delete(child);
    for (const { line, reject } of waiting) reject(new Error(`the relay ended before it printed ${line}`));
  });
  createInterface({ input: child.stdout }).on('line', said => {
    lines.push(said);
    for (const { resolve } of waiting.filter(({ line }) => line.test(said))) resolve();
    waiting = waiting.filter(({ line }) => !line.test(said));
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return {
    lines,
    says: line =>
      new Promise((resolve, reject) => {
        if (lines.some(said => line.test(said))) resolve();
        else waiting.push({ line, resolve, reject });
      }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => child.kill('SIGUSR2'),
    thaw: () => child.kill('SIGCONT'),
  };
}
