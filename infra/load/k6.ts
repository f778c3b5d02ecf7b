/** Runs a script of loadtests/ with k6 and reads its thresholds and figures. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureK6Program } from '../servers/k6.ts';
import { signTokens } from './prepare.ts';
import type { LoadTarget } from './target.ts';

const scripts = fileURLToPath(new URL('../../loadtests/', import.meta.url));

export type ThresholdFigure = {
  metric: string;
  /** Name of the figure: `p(95)`, `count`, `max`, … */
  stat: string;
  value: number;
  /** Threshold from the script: `<=150`. */
  bar: string;
  held: boolean;
};

export type K6Run = {
  figures: ThresholdFigure[];
  /** Returns any figure of the run by metric and name. */
  of(metric: string, stat: string): number | undefined;
  /** Average number of runnable processes in the last minute of the run. */
  loadAverage: number;
};

/** k6's summary: figures of each metric, and whether each threshold was missed. */
type Summary = {
  metrics: Record<string, Record<string, number> & { thresholds?: Record<string, boolean> }>;
};

const threshold = /^([a-z0-9().]+?)\s*((?:<|>|=).*)$/;

function figuresOf({ metrics }: Summary): ThresholdFigure[] {
  return Object.entries(metrics).flatMap(([metric, { thresholds = {}, ...values }]) =>
    Object.entries(thresholds).map(([text, missed]) => {
      const [, stat = text, bar = ''] = threshold.exec(text) ?? [];
      return { metric, stat, bar, value: values[stat] ?? Number.NaN, held: !missed };
    }),
  );
}

/** Runs a program. Resolves with its exit code and last output. */
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

/** Exit code of k6 after a missed threshold, which the table reports. */
const missedCode = 99;

/**
 * Runs a script as the target's users.
 * @param script file in loadtests/
 * @param env settings of the script
 * @throws Error with k6's last output if the script itself fails
 */
export async function runK6(target: LoadTarget, script: string, env: Record<string, string>): Promise<K6Run> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-people-'));
  try {
    const { people } = target.prepared;
    const fresh = await signTokens(people, target.secretFile);
    const told = people.map(({ position, active }, i) => ({ position, active, token: fresh[i]?.token }));
    const file = join(dir, 'people.json');
    writeFileSync(file, JSON.stringify(told), { mode: 0o600 });
    const patience = process.env.LOAD_PATIENCE;
    return await runK6ScriptOnDemo(script, {
      ...env,
      PEOPLE: file,
      URLS: target.urls().join(','),
      ...(patience && { PATIENCE: patience }),
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Runs a script against a server with the demo, without prepared users. */
export async function runK6ScriptOnDemo(script: string, settings: Record<string, string>): Promise<K6Run> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-k6-'));
  try {
    const summary = join(dir, 'summary.json');
    const flags = ['--quiet', '--no-color', '--no-usage-report', '--summary-export', summary];
    const { code, said } = await spoken(
      await ensureK6Program(),
      ['run', ...flags, join(scripts, script)],
      settings,
    );
    if (code !== 0 && code !== missedCode) throw new Error(`${script} exited with code ${code}:\n${said}`);
    if (code === missedCode || process.env.LOAD_VERBOSE) console.log(said);
    // Cast: k6's own summary format.
    const out = JSON.parse(readFileSync(summary, 'utf8')) as Summary;
    const of = (metric: string, stat: string) => out.metrics[metric]?.[stat];
    return { figures: figuresOf(out), of, loadAverage: loadavg()[0] ?? 0 };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
