/** Checks the house rules for all tracked files. Part of `npm test -- lint`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipeNames, recipePatchPath } from '../../recipes/recipes.ts';
import { repositoryRoot } from '../../setup/install.mjs';
import { checkExportEndings } from './export-endings.ts';
import {
  allowedFeatureImports,
  filesImportingFullZod,
  filesToRename,
  filesToSplit,
  filesWithLongFunctions,
  longTableFiles,
  namesOutsideTree,
  webRooms,
} from './lists.ts';
import {
  checkDocumentPaths,
  checkFeatureCircles,
  checkFeatureImports,
  checkFileNames,
  checkFileSizes,
  checkLongFunctions,
  checkRoomImports,
  checkZodImports,
  type SourceFile,
} from './rules.ts';

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
  ...checkFileSizes(files, [...longTableFiles, ...filesToSplit]),
  ...checkZodImports(files, filesImportingFullZod),
  ...checkFeatureImports(files, allowedFeatureImports),
  ...checkFeatureCircles(allowedFeatureImports),
  ...checkRoomImports(files, webRooms),
  ...checkDocumentPaths(documents, tree, namesOutsideTree),
  ...checkLongFunctions(files, filesWithLongFunctions),
  ...checkExportEndings(files),
  ...brokenRecipes(),
];
for (const sentence of wrong) console.error(sentence);
process.exitCode = wrong.length > 0 ? 1 : 0;
