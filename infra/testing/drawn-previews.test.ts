/** Tests that previews drawn by one test server are available when the next one starts. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { restoreCachedPreviews } from './drawn-previews.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'archline-previews-'));
});
afterEach(() => rm(root, { recursive: true }));

/** Creates a data folder with these stored files. @returns its path, and the folder of the files */
async function dataFolder(name: string, stored: Record<string, string>) {
  const dataDir = join(root, name);
  const files = join(dataDir, 'files', 'clinic');
  await mkdir(files, { recursive: true });
  for (const [file, text] of Object.entries(stored)) await writeFile(join(files, file), text);
  return { dataDir, files };
}
const share = (dataDir: string) => restoreCachedPreviews(dataDir, join(root, 'cache'));

it('copies the previews of a record from an earlier server', async () => {
  const first = await dataFolder('first', { a: 'photo' });
  const keep = await share(first.dataDir);
  await writeFile(join(first.files, 'a.picture'), 'drawn');
  await keep();
  const second = await dataFolder('second', { a: 'photo' });
  await share(second.dataDir);
  expect(await readFile(join(second.files, 'a.picture'), 'utf8')).toBe('drawn');
});

it('keeps nothing of records that a test has added, nor gives previews to other records', async () => {
  const first = await dataFolder('first', { a: 'photo' });
  const keep = await share(first.dataDir);
  await writeFile(join(first.files, 'b'), 'uploaded');
  await writeFile(join(first.files, 'b.picture'), 'drawn');
  await writeFile(join(first.files, 'a.picture'), 'drawn');
  await keep();
  const second = await dataFolder('second', { b: 'uploaded' });
  await share(second.dataDir);
  expect(await readdir(second.files)).toEqual(['b']);
});
