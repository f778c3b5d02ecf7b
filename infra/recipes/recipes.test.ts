/**
 * Verifies the README's table "To add …": the named files are sufficient, and omitting one of them fails a
 * check.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPromisedFilePatterns } from './readme-table.ts';
import { listRecipeFiles, type RecipeName, recipeNames, recipePatchPath, recipes } from './recipes.ts';
import { copyTree, type RunResult, type TreeCopy } from './tree-copy.ts';

const module = (...path: string[]) => ['node_modules', ...path].join('/');
const isTest = (file: string) => file.includes('.test.');

let copy: TreeCopy;
beforeAll(() => {
  copy = copyTree();
});
afterEach(() => copy.reset());
afterAll(() => copy?.remove());

const types = (): RunResult => copy.node([module('typescript', 'bin', 'tsc'), '-p', '.', '--incremental']);
const vitest = (args: readonly string[]): RunResult =>
  copy.node([module('vitest', 'vitest.mjs'), 'run', ...projectsOf(args), ...args]);
/** Tests below infra are a project of their own. */
const projectsOf = (args: readonly string[]): string[] => {
  const own = args.some(arg => arg.startsWith('infra/')) ? ['alone'] : [];
  return ['shared', 'web', ...own].map(name => `--project=${name}`);
};

/** Applies a recipe and updates its snapshots. @param without files whose changes are left out */
function follow(name: RecipeName, without: readonly string[] = []): void {
  const { ok, output } = copy.apply(recipePatchPath(name), without);
  expect(ok, `${name}.patch does not apply any more: make it anew\n${output}`).toBe(true);
  const { snapshots = [] } = recipes[name];
  if (snapshots.length > 0) vitest([...snapshots, '--update']);
}

function expectGreen(...runs: RunResult[]): void {
  for (const { ok, output } of runs) expect(ok, output.slice(-20_000)).toBe(true);
}

describe.each(recipeNames)('the recipe %s', name => {
  const { rows, asks } = recipes[name];
  const files = listRecipeFiles(name);

  it('changes only files that the README names', () => {
    const named = readPromisedFilePatterns(rows);
    expect(files.filter(file => !isTest(file) && !named.some(pattern => pattern.test(file)))).toEqual([]);
  });

  it('passes the type check and its tests', () => {
    follow(name);
    expectGreen(types(), vitest(asks));
  });

  it.each(files.filter(file => !isTest(file)))(
    'fails the type check or its tests without its change of %s',
    file => {
      follow(name, [file]);
      expect(types().ok && vitest(asks).ok, `${file} can be forgotten, and nothing says so`).toBe(false);
    },
  );
});

it('all recipes together pass the type check and the unit tests', () => {
  for (const name of recipeNames) follow(name);
  copy.node(['infra/spec/print.ts', '--write']);
  expectGreen(types(), vitest([]));
});
