/** Runs the suite's programs and stops them on signals. */
import { type ChildProcess, spawn } from 'node:child_process';
import { repositoryRoot } from '../setup/install.mjs';

const living = new Set<ChildProcess>();

const stopping = new AbortController();
/** Aborted by the first signal: no further layer starts. */
export const stopSignal = stopping.signal;

/** Exit code of a shell for a program ended by Ctrl-C. */
export const STOPPED_EXIT_CODE = 130;
/** Signals within this time count as one, because a terminal and npm may both deliver one Ctrl-C. */
const TWICE_MS = 1000;

let firstAt: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    const now = performance.now();
    firstAt ??= now;
    if (now - firstAt > TWICE_MS) {
      for (const child of living) child.kill('SIGKILL');
      process.exit(STOPPED_EXIT_CODE);
    }
    if (stopSignal.aborted) return;
    stopping.abort();
    for (const child of living) child.kill(signal);
  });

export type ScriptResult = {
  ok: boolean;
  /** Lines in which tests state why they were not run. */
  notRun: string[];
};

export type ScriptOptions = {
  env?: Record<string, string>;
  /** True: the output is printed at the end, so that it does not mix with the output of other programs. */
  quiet?: boolean;
};

/** Runs a script of this repository with Node. @param args script and its arguments */
export function runScript(
  args: readonly string[],
  { env, quiet = false }: ScriptOptions = {},
): Promise<ScriptResult> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  living.add(child);
  const output: Buffer[] = [];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (chunk: Buffer) => {
      output.push(chunk);
      if (!quiet) to.write(chunk);
    });
  return new Promise(resolve =>
    child.once('close', code => {
      living.delete(child);
      const text = Buffer.concat(output).toString();
      if (quiet) process.stdout.write(text);
      resolve({ ok: code === 0, notRun: text.match(/NOT RUN: .*/g) ?? [] });
    }),
  );
}
