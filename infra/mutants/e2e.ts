/**
 * Finds faults with end-to-end tests: first all faults in one build, then each fault alone with the tests
 * that failed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../setup/chromium.mjs';
import type { MutantWorktree } from './copy.ts';
import type { Mutant } from './table.ts';
import { type FailedTest, runNodeProcess } from './unit.ts';

type Spec = { ok: boolean; file: string; line: number; title: string };
/** Part of Playwright's JSON report that this file reads. */
type Suite = { specs?: Spec[]; suites?: Suite[] };
type Report = { suites: Suite[]; errors: { message?: string }[] };

const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

/**
 * Returns the failed specs.
 * @throws Error if no spec ran, or if none failed but the run had another error: such a run proves nothing
 */
export function readFailedSpecs({ suites, errors }: Report): FailedTest[] {
  const specs = suites.flatMap(specsOf);
  const failed = specs.filter(({ ok }) => !ok);
  if (specs.length === 0 || (failed.length === 0 && errors.length > 0))
    throw new Error(`Not measured: ${errors.map(({ message }) => message).join('\n') || 'no spec ran'}`);
  return failed.map(({ file, line, title }) => ({ file: `${file}:${line}`, title }));
}

/**
 * Builds the folder and returns the failing tests.
 * @param only files, or `file:line`; empty: all
 * @throws Error if the build fails or the specs cannot run: neither counts as a found or surviving fault
 */
async function run(folder: string, only: readonly string[]): Promise<FailedTest[]> {
  const build = await runNodeProcess(folder, ['infra/setup/build.mjs']);
  if (build.code !== 0)
    throw new Error(`Not measured: the build exited with code ${build.code}:\n${build.said}`);
  const dir = mkdtempSync(join(tmpdir(), 'archline-ran-'));
  const out = join(dir, 'e2e.json');
  const cli = join(folder, 'node_modules', '@playwright', 'test', 'cli.js');
  const chromium = await chromiumPath();
  try {
    const { said } = await runNodeProcess(
      folder,
      [cli, 'test', '-c', 'infra/e2e/playwright.config.ts', ...only],
      {
        ARCHLINE_CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: out,
      },
    );
    if (!existsSync(out)) throw new Error(said);
    return readFailedSpecs(JSON.parse(readFileSync(out, 'utf8')));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const filesOf = (found: readonly FailedTest[]) => found.map(({ file }) => file);

/**
 * Finds the first test for each fault; faults without one are left out.
 * @param only spec files to run, by a part of their names; empty: all
 * @param say receives each test that fails while all faults are planted
 */
export async function findEndToEndTestOfEachFault(
  copy: MutantWorktree,
  mutants: readonly Mutant[],
  only: readonly string[],
  say: (failure: FailedTest) => void,
): Promise<Map<string, FailedTest>> {
  const found = new Map<string, FailedTest>();
  const inOneBuild = async (these: readonly Mutant[], tests: readonly string[]) => {
    const restore = copy.plant(these);
    try {
      return await run(copy.folder, tests);
    } finally {
      restore();
    }
  };
  const failed = await inOneBuild(mutants, only);
  for (const failure of failed) say(failure);
  if (failed.length === 0) return found;
  const anyway = new Set(filesOf(await run(copy.folder, filesOf(failed))));
  const suspects = filesOf(failed).filter(file => !anyway.has(file));
  const [first, ...others] = mutants;
  if (first && others.length === 0) {
    const failure = failed.find(({ file }) => suspects.includes(file));
    return failure ? found.set(first.name, failure) : found;
  }
  if (suspects.length === 0) return found;
  for (const mutant of mutants) {
    const [failure] = await inOneBuild([mutant], suspects);
    if (failure) found.set(mutant.name, failure);
  }
  return found;
}
