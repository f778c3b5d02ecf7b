/** A script of loadtests/ run by k6, and what came out of it: its thresholds with their figures. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { k6Path } from '../servers/k6.ts';
import { tokensFor } from './prepare.ts';
import type { Target } from './target.ts';

const scripts = fileURLToPath(new URL('../../loadtests/', import.meta.url));

export type Figure = {
  metric: string;
  /** `p(95)`, `count`, `max`, … */
  stat: string;
  value: number;
  /** As the script has it: `<=150`. */
  bar: string;
  held: boolean;
};

export type Ran = {
  figures: Figure[];
  /** Any figure of the run, by metric and name of the figure. */
  of(metric: string, stat: string): number | undefined;
  /** Processes that wanted to run, on average over the last minute, when it ended. */
  loadAverage: number;
};

/** k6's export: a metric's figures, and of each of its thresholds whether it was missed. */
type Summary = {
  metrics: Record<string, Record<string, number> & { thresholds?: Record<string, boolean> }>;
};

const threshold = /^([a-z0-9().]+?)\s*((?:<|>|=).*)$/;

function figuresOf({ metrics }: Summary): Figure[] {
  return Object.entries(metrics).flatMap(([metric, { thresholds = {}, ...values }]) =>
    Object.entries(thresholds).map(([text, missed]) => {
      const [, stat = text, bar = ''] = threshold.exec(text) ?? [];
      return { metric, stat, bar, value: values[stat] ?? Number.NaN, held: !missed };
    }),
  );
}

/** Resolves with what it said once it has ended. */
function spoken(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const listen = (chunk: Buffer) => {
    said = (said + chunk).slice(-16_384);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  return new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => {
      process.off('exit', end);
      resolve({ code, said });
    });
  });
}

/** k6 ends with this code where a threshold was missed: the table says so. */
const missedCode = 99;

/**
 * As the target's people.
 * @param script a file of loadtests/
 * @param env its settings
 * @throws Error with k6's last words where the script itself failed
 */
export async function runK6(target: Target, script: string, env: Record<string, string>): Promise<Ran> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-people-'));
  try {
    const { people } = target.prepared;
    const fresh = await tokensFor(people, target.secretFile);
    const told = people.map(({ position, active }, i) => ({ position, active, token: fresh[i]?.token }));
    const file = join(dir, 'people.json');
    writeFileSync(file, JSON.stringify(told), { mode: 0o600 });
    const patience = process.env.LOAD_PATIENCE;
    return await runScript(script, {
      ...env,
      PEOPLE: file,
      URLS: target.urls().join(','),
      ...(patience && { PATIENCE: patience }),
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The same without people: of a server with the demo. */
export async function runScript(script: string, settings: Record<string, string>): Promise<Ran> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-k6-'));
  try {
    const summary = join(dir, 'summary.json');
    const flags = ['--quiet', '--no-color', '--no-usage-report', '--summary-export', summary];
    const { code, said } = await spoken(await k6Path(), ['run', ...flags, join(scripts, script)], settings);
    if (code !== 0 && code !== missedCode) throw new Error(`${script} ended with ${code}:\n${said}`);
    if (code === missedCode || process.env.LOAD_VERBOSE) console.log(said);
    // The boundary: k6 writes it.
    const out = JSON.parse(readFileSync(summary, 'utf8')) as Summary;
    const of = (metric: string, stat: string) => out.metrics[metric]?.[stat];
    return { figures: figuresOf(out), of, loadAverage: loadavg()[0] ?? 0 };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
