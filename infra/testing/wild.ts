/** Access to real-world files in ../shared beside the repository. Only the test layer `wild` reads them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../shared');
const isHere = existsSync(join(folder, 'data'));
if (!isHere)
  console.log(
    'NOT RUN: the tests with real teeth, unusual files and the specification: ../shared does not exist',
  );

/** Returns a path below the `shared` folder beside the repository. */
export const pathInSharedFolder = (...path: string[]): string => join(folder, ...path);

/** Describes tests that need these files. Does not evaluate the body if the folder is missing. */
export function describeWithSharedFiles(name: string, body: () => void): void {
  describe.skipIf(!isHere)(name, () => {
    if (isHere) body();
    else test('needs ../shared', () => {});
  });
}
