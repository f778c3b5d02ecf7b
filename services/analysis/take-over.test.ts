/** Taking tables over while their former holder commits. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  commitManifest,
  createEmptyManifest,
  type Manifest,
  ManifestNumberTakenError,
  readManifest,
  takeOverTables,
} from './manifest.ts';
import type { TableFiles } from './table-files.ts';
import { createFolderTableStore } from './table-folder.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-take-over-'));
afterAll(() => rmSync(dir, { recursive: true }));

const manifestOf = (number: number): Manifest => ({
  ...createEmptyManifest('log', 'org'),
  ...{ number, holder: 'old', final: String(100 * number) },
});

/** Files in which the old holder commits after each of some reads of a manifest. */
async function filesWithCommits(orgId: string, commits: number): Promise<TableFiles> {
  const files = createFolderTableStore(dir).organisation(orgId);
  mkdirSync(files.dir, { recursive: true });
  await commitManifest(files, manifestOf(1));
  let next = 2;
  return {
    ...files,
    read: async name => {
      const text = await files.read(name);
      if (next <= commits + 1) await commitManifest(files, manifestOf(next++));
      return text;
    },
  };
}

test('the new holder has everything that the old one committed meanwhile', async () => {
  const files = await filesWithCommits('org-a', 2);
  const taken = await takeOverTables(files, 'log', { servedBy: 'org', holder: 'new' });
  expect([taken.number, taken.final]).toEqual([4, '300']);
  expect(await readManifest(files, 'log')).toMatchObject({ holder: 'new', final: '300' });
  await expect(commitManifest(files, manifestOf(4))).rejects.toThrow(ManifestNumberTakenError);
});

test('a holder that commits all the time is not taken over', async () => {
  const files = await filesWithCommits('org-b', 20);
  const taking = takeOverTables(files, 'log', { servedBy: 'org', holder: 'new' });
  await expect(taking).rejects.toThrow(ManifestNumberTakenError);
});
