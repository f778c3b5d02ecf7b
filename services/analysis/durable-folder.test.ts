import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDurableFolder, createMemoryFolder } from './durable-folder.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'durable-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (read: Uint8Array | undefined) => read && new TextDecoder().decode(read);

describe.each([
  ['on disk', () => createDurableFolder(join(dir, 'log'))],
  ['in memory', createMemoryFolder],
])('a folder %s', (_where, create) => {
  it('writes, replaces, reads and removes files below it', async () => {
    const folder = create();
    expect(await folder.read('main/a.gz')).toBeUndefined();
    await folder.write('main/a.gz', bytes('one'));
    await folder.write('main/a.gz', bytes('two'));
    expect(text(await folder.read('main/a.gz'))).toBe('two');
    await folder.remove('main/a.gz');
    await folder.remove('main/a.gz');
    expect(await folder.read('main/a.gz')).toBeUndefined();
  });
});

it('keeps the old file when a process was killed while it wrote the new one', async () => {
  const folder = createDurableFolder(dir);
  await folder.write('a', bytes('whole'));
  writeFileSync(join(dir, 'a.new'), 'ha');
  expect(text(await folder.read('a'))).toBe('whole');
  await folder.write('a', bytes('next'));
  expect(text(await folder.read('a'))).toBe('next');
  expect(existsSync(join(dir, 'a.new'))).toBe(false);
});
