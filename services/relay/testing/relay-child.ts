/** Starts relay-process.ts, and stops, kills or freezes it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serverFlags } from '../../../infra/setup/server-flags.mjs';

export type RelayProcess = {
  /** Resolves once the process has printed a matching line. Rejects if it ends before. */
  says(line: RegExp): Promise<void>;
  lines: readonly string[];
  /** Kills with SIGKILL. Resolves once the process is gone. */
  kill(): Promise<void>;
  /** Stops it like an operator, with SIGTERM. */
  stop(): Promise<void>;
  /** Suspends the process like an overloaded machine; `thaw` continues it. */
  freeze(): void;
  thaw(): void;
};

const script = fileURLToPath(new URL('./relay-process.ts', import.meta.url));
const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

export type RelayProcessOptions = {
  /** Data folder of the log. */
  dir: string;
  /** Data folder of the vault. Default: that of the log. */
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
