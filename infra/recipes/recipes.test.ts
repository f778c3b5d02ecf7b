/** The README's table "To add …" holds: its files are enough, and none of them can be forgotten in silence. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { promised } from './promised.ts';
import { filesOf, patchOf, type RecipeName, recipeNames, recipes } from './recipes.ts';
import { copyTree, type Run, type TreeCopy } from './tree-copy.ts';

const module = (...path: string[]) => ['node_modules', ...path].join('/');
const isTest = (file: string) => file.includes('.test.');

let copy: TreeCopy;
beforeAll(() => {
  copy = copyTree();
});
afterEach(() => copy.reset());
afterAll(() => copy?.remove());

const types = (): Run => copy.node([module('typescript', 'bin', 'tsc'), '-p', '.', '--incremental']);
const vitest = (args: readonly string[]): Run =>
  copy.node([module('vitest', 'vitest.mjs'), 'run', '--project=shared', ...args]);

/** Applies a recipe and writes the snapshots that follow from it. @param without files whose part is left out */
function follow(name: RecipeName, without: readonly string[] = []): void {
  const { ok, output } = copy.apply(patchOf(name), without);
  expect(ok, `${name}.patch does not apply any more: make it anew\n${output}`).toBe(true);
  const { snapshots = [] } = recipes[name];
  if (snapshots.length > 0) vitest([...snapshots, '--update']);
}

function expectGreen(...runs: Run[]): void {
  for (const { ok, output } of runs) expect(ok, output.slice(-20_000)).toBe(true);
}

describe.each(recipeNames)('the recipe %s', name => {
  const { rows, asks } = recipes[name];
  const files = filesOf(name);

  it('needs no file that the README does not name', () => {
    const named = promised(rows);
    expect(files.filter(file => !isTest(file) && !named.some(pattern => pattern.test(file)))).toEqual([]);
  });

  it('leaves the types green, and the tests that ask for its parts', () => {
    follow(name);
    expectGreen(types(), vitest(asks));
  });

  it.each(files.filter(file => !isTest(file)))('is missed by one of them without its part of %s', file => {
    follow(name, [file]);
    expect(types().ok && vitest(asks).ok, `${file} can be forgotten, and nothing says so`).toBe(false);
  });
});

it('all recipes together leave the types and the unit tests green', () => {
  for (const name of recipeNames) follow(name);
  copy.node(['infra/spec/print.ts', '--write']);
  expectGreen(types(), vitest([]));
});
