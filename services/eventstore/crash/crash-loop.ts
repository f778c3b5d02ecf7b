/** Crash loop: kills a writer at a random moment, inspects its folder, and starts the next writer on it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Acknowledgement, parseAcknowledgements } from './acknowledgements.ts';
import type { InspectFolder } from './data-folder.ts';
import { createSeededRandom } from './seeded-random.ts';

export const WRITER_SCRIPT = fileURLToPath(new URL('./crash-writer.ts', import.meta.url));

export type CrashLoopOptions = {
  dir: string;
  rounds: number;
  seed: number;
  inspect: InspectFolder;
  /**
   * Script that opens the folder in its single JSON argument and writes acknowledgement lines. Default:
   * crash-writer.ts.
   */
  script?: string;
  /** Further fields of the script's JSON argument. */
  options?: Record<string, unknown>;
};

export type CrashReport = {
  /** Faults found. Empty if every round was correct. */
  faults: string[];
  acknowledged: number;
  /** Rounds in which the process was killed after its first write. */
  killedWriting: number;
};

/** Maximum number of acknowledgements before a round is killed. */
const LONGEST = 40;

export async function runCrashLoop(loop: CrashLoopOptions): Promise<CrashReport> {
  const { dir, rounds, seed, inspect, script = WRITER_SCRIPT, options } = loop;
  const random = createSeededRandom(seed);
  const told: Acknowledgement[] = [];
  const report: CrashReport = { faults: [], acknowledged: 0, killedWriting: 0 };
  for (let run = 1; run <= rounds && report.faults.length === 0; run++) {
    const child = start(script, { dir, run, seed, callers: 1 + Math.floor(random() * 8), ...options });
    const output = await killAfter(child, Math.floor(random() * LONGEST));
    const lines = parseAcknowledgements(output);
    if (lines.length > 1) report.killedWriting++;
    told.push(...lines);
    report.faults.push(...(await inspect(dir, told)).map(fault => `round ${run}: ${fault}`));
  }
  report.acknowledged = told.filter(line => 'stream' in line).length;
  return report;
}

type Child = ChildProcessByStdio<null, Readable, null>;

/** Uses process.execPath. Trap: npm or sh would swallow the signal and leave the process alive. */
const start = (script: string, argument: unknown): Child =>
  spawn(process.execPath, [script, JSON.stringify(argument)], { stdio: ['ignore', 'pipe', 'inherit'] });

/** Kills the child after a number of lines. The child keeps running meanwhile, so the moment is random. */
async function killAfter(child: Child, lines: number): Promise<string> {
  let output = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    seen += text.split('\n').length - 1;
    if (seen > lines) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  if (signal !== 'SIGKILL') throw new Error(`the writer exited unexpectedly: code ${code}, signal ${signal}`);
  return output;
}
