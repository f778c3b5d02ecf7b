/** Finds faults with vitest: first the nearest tests, then all tests that import the file. */
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

/** A failed test. `file` is relative to the worktree in which vitest ran. */
export type FailedTest = { file: string; title: string };

/** Part of vitest's JSON report that this file reads. */
type Report = {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** Whether a failure is a timeout. A timeout on a busy machine does not count as a found fault. */
const isLate = (message: string) => /timed out in \d+ ?ms|Hook timed out/.test(message);

/** Runs Node in a folder. Resolves with its exit code (null after a signal) and its output. */
export function runNodeProcess(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; said: string }> {
  const path = `${join(folder, 'node_modules', '.bin')}:${process.env.PATH}`;
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, ...env },
  });
  let said = '';
  for (const from of [child.stdout, child.stderr])
    from.on('data', chunk => {
      said += chunk;
    });
  return new Promise(resolve => child.once('close', code => resolve({ code, said })));
}

/** Runs vitest and returns its failures without timeouts. @throws Error if vitest writes no report */
export async function runVitest(folder: string, args: readonly string[]): Promise<FailedTest[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-ran-'));
  const out = join(dir, 'ran.json');
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  try {
    const [command = 'run', ...rest] = args;
    const { said } = await runNodeProcess(folder, [
      ...[vitest, command, '--run', '--passWithNoTests', '--reporter=json', `--outputFile=${out}`],
      ...rest,
    ]);
    if (!existsSync(out)) throw new Error(said);
    const report: Report = JSON.parse(readFileSync(out, 'utf8'));
    return report.testResults.flatMap(({ name, message, assertionResults }) => {
      const file = relative(folder, name);
      const failed = assertionResults.filter(
        one => one.status === 'failed' && !one.failureMessages.some(isLate),
      );
      if (failed.length > 0) return failed.map(({ fullName }) => ({ file, title: fullName }));
      return message && assertionResults.length === 0 ? [{ file, title: 'does not load' }] : [];
    });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const layers = ['shared', 'web', 'alone', 'walks'].map(name => `--project=${name}`);
const isCluster = (file: string) => file.endsWith('.cluster.test.ts');

/** Paths that a test file imports from this tree, relative to the folder. */
function importsOf(folder: string, test: string): string[] {
  const text = readFileSync(join(folder, test), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*['"](\.{1,2}\/[^'"]+|#[^'"]+)['"]/g)].map(([, path = '']) =>
    path.startsWith('#') ? path.slice(1) : join(dirname(test), path),
  );
}

/** Test files in order of nearness: same name, then importers of the file, then the same folder. */
export function listNearestTests(folder: string, file: string): string[] {
  const all = globSync('{events,projections,services,workers,web,infra}/**/*.test.{ts,tsx}', { cwd: folder });
  const direct = all.filter(test => importsOf(folder, test).includes(file));
  const name = basename(file).replace(/\..*/, '');
  const beside = all.filter(test => dirname(test) === dirname(file));
  return [
    ...new Set([...all.filter(test => test.startsWith(`${dirname(file)}/${name}.`)), ...direct, ...beside]),
  ];
}

/** Steps of the search: near tests, all tests that import the file, near tests of the cluster layer. */
export const unitSearchSteps = ['near', 'related', 'cluster'] as const;
export type UnitSearchStep = (typeof unitSearchSteps)[number];

/** Number of near tests that run first. They find most faults. */
const FIRST = 4;

/**
 * Runs the tests of one step on a worktree with a fault and returns the first failures.
 * @param near test files, the nearest first
 */
export async function runUnitSearchStep(
  step: UnitSearchStep,
  folder: string,
  file: string,
  near: readonly string[],
): Promise<FailedTest[]> {
  if (step === 'related') return runVitest(folder, ['related', file, '--bail=1', ...layers]);
  if (step === 'cluster') {
    const cluster = near.filter(isCluster);
    return cluster.length > 0 ? runVitest(folder, ['run', ...cluster, '--bail=1', '--project=cluster']) : [];
  }
  const unit = near.filter(test => !isCluster(test));
  for (const some of [unit.slice(0, FIRST), unit.slice(FIRST)]) {
    const failed = some.length > 0 ? await runVitest(folder, ['run', ...some, '--bail=1', ...layers]) : [];
    if (failed.length > 0) return failed;
  }
  return [];
}

/** Returns the failures that also occur without the fault, and so prove nothing. */
export async function findFailuresWithoutFault(
  folder: string,
  found: readonly FailedTest[],
): Promise<FailedTest[]> {
  const files = [...new Set(found.map(({ file }) => file))];
  return files.length > 0 ? runVitest(folder, ['run', ...files]) : [];
}
