import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderTableStore } from './table-folder.ts';
import { organisationFolder } from './table-folders.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archline-folder-'));
  await mkdir(organisationFolder(dir, 'org-a'), { recursive: true });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const files = () => createFolderTableStore(dir).organisation('org-a');

test('a taken number is refused, keeps the first text, and leaves no draft behind', async () => {
  expect(await files().create('manifest-1', 'first', 'draft-a')).toBe(true);
  expect(await files().create('manifest-1', 'second', 'draft-b')).toBe(false);
  expect(await files().read('manifest-1')).toBe('first');
  expect(await files().names()).toEqual(['manifest-1']);
});

test('of followers that create the same number at once, one succeeds', async () => {
  const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
  const made = await Promise.all(texts.map((text, i) => files().create('manifest-2', text, `draft-${i}`)));
  const first = made.indexOf(true);
  expect(made.filter(isFirst => isFirst)).toHaveLength(1);
  expect(await files().read('manifest-2')).toBe(texts[first]);
});

test('an organisation without tables has no names and no text', async () => {
  const none = createFolderTableStore(dir).organisation('org-b');
  expect(await none.names()).toEqual([]);
  expect(await none.read('manifest-1')).toBeUndefined();
});
