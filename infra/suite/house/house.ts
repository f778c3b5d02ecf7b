/** Checks the house rules for all tracked files. Part of `npm test -- lint`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipeNames, recipePatchPath } from '../../recipes/recipes.ts';
import { repositoryRoot } from '../../setup/install.mjs';
import {
  allowedFeatureImports,
  filesToRename,
  filesToSplit,
  fullZodFiles,
  longTables,
  namesOutsideTree,
  webRooms,
} from './lists.ts';
import {
  checkDocumentPaths,
  checkFeatureCircles,
  checkFeatureImports,
  checkFileNames,
  checkFileSizes,
  checkRoomImports,
  checkZodImports,
  type SourceFile,
} from './rules.ts';

const longRule = 'noExcessiveLinesPerFunction';

type Override = { includes: string[]; linter?: { rules?: { complexity?: Record<string, unknown> } } };

/** Globs in .biome.json for single files whose functions may be long. */
function longExceptions(): string[] {
  const { overrides }: { overrides: Override[] } = JSON.parse(
    readFileSync(join(repositoryRoot, '.biome.json'), 'utf8'),
  );
  return overrides
    .filter(({ linter }) => linter?.rules?.complexity?.[longRule] === 'off')
    .flatMap(({ includes }) => includes)
    .filter(glob => /^\*\*\/[\w.-]+$/.test(glob));
}

/** Long-function exceptions that no file needs any more. */
function staleLongExceptions(paths: readonly string[]): string[] {
  const exceptions = longExceptions();
  const filesOf = (glob: string) => paths.filter(path => `/${path}`.endsWith(glob.slice(2)));
  const cache = join(repositoryRoot, 'node_modules', '.cache', 'archline-lint');
  mkdirSync(cache, { recursive: true });
  const rule = { level: 'error', options: { maxLines: 60, skipBlankLines: true } };
  const linter = { rules: { preset: 'none', complexity: { [longRule]: rule } } };
  writeFileSync(join(cache, 'biome.json'), JSON.stringify({ root: true, linter }));
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(repositoryRoot, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'),
      'lint',
      `--config-path=${cache}`,
      '--max-diagnostics=none',
      '--reporter=github',
      ...exceptions.flatMap(filesOf),
    ],
    { cwd: repositoryRoot, encoding: 'utf8' },
  );
  const long = stdout.split('\n').filter(line => line.includes(longRule));
  return exceptions
    .filter(glob => !filesOf(glob).some(path => long.some(line => line.includes(`${path},`))))
    .map(glob => `${glob}: remove this exception from .biome.json: it has no long function`);
}

/** Paths that git tracks or does not ignore. */
function listPaths(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return stdout.split('\n').filter(path => path !== '');
}

const readFiles = (paths: readonly string[]): SourceFile[] =>
  paths.flatMap(path => {
    try {
      return [{ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }];
    } catch {
      // The file is deleted but not committed.
      return [];
    }
  });

/** Recipes whose patch a renaming has broken. The layer that applies them and runs their tests takes minutes. */
const brokenRecipes = (): string[] =>
  recipeNames.flatMap(name => {
    const { status, stderr } = spawnSync('git', ['apply', '--check', recipePatchPath(name)], {
      cwd: repositoryRoot,
      encoding: 'utf8',
    });
    return status === 0 ? [] : [`infra/recipes/${name}.patch no longer applies: ${stderr.trim()}`];
  });

const tree = listPaths();
const files = readFiles(tree.filter(path => /\.(?:tsx?|m?js)$/.test(path)));
const documents = readFiles(tree.filter(path => /(?:^|\/)(?:README|CONTRIBUTING)\.md$/.test(path)));
const paths = files.map(({ path }) => path);
const wrong = [
  ...checkFileNames(paths, filesToRename),
  ...checkFileSizes(files, [...longTables, ...filesToSplit]),
  ...checkZodImports(files, fullZodFiles),
  ...checkFeatureImports(files, allowedFeatureImports),
  ...checkFeatureCircles(allowedFeatureImports),
  ...checkRoomImports(files, webRooms),
  ...checkDocumentPaths(documents, tree, namesOutsideTree),
  ...staleLongExceptions(paths),
  ...brokenRecipes(),
];
for (const sentence of wrong) console.error(sentence);
process.exitCode = wrong.length > 0 ? 1 : 0;
