/** Contract of blob storage, run by each adapter's tests. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSeededRandom } from '../eventstore/crash/seeded-random.ts';
import { type BlobName, type Blobs, stagePart } from './blobs.ts';

export type BlobsUnderTest = {
  blobs: Blobs;
  /** Opens the storage as another process sees it. */
  reopen(): Promise<Blobs>;
  /** Makes the storage unavailable. Returns a function that restores it. */
  away(): Promise<() => Promise<void>>;
  dispose(): Promise<void>;
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const MiB = 1024 * 1024;

function made(size: number, seed = size): Buffer {
  const random = createSeededRandom(seed);
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 4) bytes.writeUInt32LE(random() * 2 ** 32, Math.min(at, size - 4));
  return bytes;
}

async function bytesOf(source: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

type World = {
  blobs: () => Blobs;
  opened: () => BlobsUnderTest;
  /** Stores bytes as an upload does. */
  keep: (bytes: Buffer, name?: Partial<BlobName>) => Promise<BlobName>;
};

export function describeBlobs(name: string, open: () => Promise<BlobsUnderTest>): void {
  describe(`blobs: ${name}`, () => {
    let opened: BlobsUnderTest;
    let dir: string;
    beforeEach(async () => {
      opened = await open();
      dir = await mkdtemp(join(tmpdir(), 'archline-source-'));
    });
    afterEach(async () => {
      await opened.dispose();
      await rm(dir, { recursive: true, force: true });
    });
    const keep: World['keep'] = async (bytes, more = {}) => {
      const path = join(dir, crypto.randomUUID());
      await writeFile(path, bytes);
      const name = { orgId: 'archline', sha256: sha256(bytes), ...more };
      await opened.blobs.keep(name, path);
      expect((await readFile(path)).equals(bytes)).toBe(true);
      return name;
    };
    const world: World = { blobs: () => opened.blobs, opened: () => opened, keep };
    describe('bytes', () => bytes(world));
    describe('parts', () => parts(world));
    describe('local copies', () => copies(world));
    describe('an unavailable store', () => away(world));
  });
}

function bytes({ blobs, opened, keep }: World): void {
  test.each([[0], [1], [300_000]])('of %i are read back, also by another process', async size => {
    const content = made(Math.max(size, 4)).subarray(0, size);
    const name = await keep(content);
    for (const each of [blobs(), await opened().reopen()]) {
      expect(await each.size(name)).toBe(size);
      expect((await bytesOf(each.read(name))).equals(content)).toBe(true);
    }
  });

  test('of 20 MiB are read back, and any range of them', async () => {
    const content = made(20 * MiB);
    const name = await keep(content);
    expect(await blobs().size(name)).toBe(content.length);
    expect(sha256(await bytesOf(blobs().read(name)))).toBe(name.sha256);
    const last = content.length - 1;
    for (const [from, to] of [
      [0, 0],
      [80, 83],
      [8 * MiB - 1, 8 * MiB],
      [5 * MiB, 17 * MiB],
      [last, last],
    ] as const) {
      const range = await bytesOf(blobs().read(name, { from, to }));
      expect(range.equals(content.subarray(from, to + 1))).toBe(true);
    }
  });

  test('that are missing have no size, and reading them fails', async () => {
    const name = { orgId: 'archline', sha256: sha256(Buffer.from('none')) };
    expect(await blobs().size(name)).toBeUndefined();
    await expect(bytesOf(blobs().read(name))).rejects.toThrow();
    await expect(blobs().drop(name)).resolves.toBeUndefined();
  });

  test.each([[9], [9 * MiB]])(
    'of %i are written once: a later write under the name changes nothing',
    async size => {
      const content = made(size);
      const name = await keep(content);
      await keep(content);
      await keep(made(size + 4, 7), name);
      expect((await bytesOf(blobs().read(name))).equals(content)).toBe(true);
    },
  );

  test('that arrive many times at once are stored once', async () => {
    const content = made(2 * MiB);
    const names = await Promise.all(Array.from({ length: 8 }, () => keep(content)));
    expect(new Set(names.map(n => n.sha256)).size).toBe(1);
    expect(await blobs().size({ orgId: 'archline', sha256: sha256(content) })).toBe(content.length);
  });

  test('are another organisation’s only if it has stored them too', async () => {
    const name = await keep(made(100));
    expect(await blobs().size({ ...name, orgId: 'other' })).toBeUndefined();
    await keep(made(100), { orgId: 'other' });
    await blobs().drop(name);
    expect(await blobs().size({ ...name, orgId: 'other' })).toBe(100);
  });

  test.each([
    { orgId: '../up', sha256: '0'.repeat(64) },
    { orgId: '', sha256: '0'.repeat(64) },
    { orgId: 'archline', sha256: '../../etc/passwd' },
    { orgId: 'archline', sha256: '0'.repeat(63) },
  ])('are refused under a name like %o', async name => {
    await expect(keep(made(4), name)).rejects.toThrow('invalid blob name');
    await expect(blobs().size(name)).rejects.toThrow('invalid blob name');
    await expect(blobs().local(name)).rejects.toThrow('invalid blob name');
    await expect(blobs().drop(name)).rejects.toThrow('invalid blob name');
    expect(() => blobs().read(name)).toThrow('invalid blob name');
  });
}

function parts({ blobs, keep }: World): void {
  test('are stored next to their source bytes, and deleted with them', async () => {
    const name = await keep(made(100));
    const names = (['picture', 'mesh', stagePart(0), stagePart(20)] as const).map(part => ({
      ...name,
      part,
    }));
    for (const [at, part] of names.entries()) await keep(made(200 + at), part);
    expect(await Promise.all(names.map(blobs().size))).toEqual([200, 201, 202, 203]);
    expect(await bytesOf(blobs().read({ ...name, part: 'mesh' }))).toEqual(made(201));
    await blobs().drop({ ...name, part: 'mesh' });
    expect(await blobs().size({ ...name, part: 'mesh' })).toBeUndefined();
    expect(await blobs().size(name)).toBe(100);
    await blobs().drop(name);
    expect(await Promise.all([name, ...names].map(blobs().size))).toEqual(Array(5).fill(undefined));
  });
}

function copies({ blobs, keep }: World): void {
  test('are one file with the bytes for all parallel readers, and are deleted with the stored bytes', async () => {
    const content = made(3 * MiB);
    const name = await keep(content);
    await keep(made(50), { ...name, part: 'picture' });
    const paths = await Promise.all(Array.from({ length: 8 }, () => blobs().local(name)));
    expect(new Set(paths).size).toBe(1);
    for (const path of paths) expect((await readFile(path)).equals(content)).toBe(true);
    const picture = await blobs().local({ ...name, part: 'picture' });
    expect(await readFile(picture)).toEqual(made(50));
    await blobs().drop(name);
    expect([...paths, picture].some(existsSync)).toBe(false);
  });

  test('of missing bytes do not exist', async () => {
    const path = await blobs().local({ orgId: 'archline', sha256: sha256(Buffer.from('none')) });
    expect(existsSync(path)).toBe(false);
  });
}

function away({ blobs, opened, keep }: World): void {
  test('is refused as such, and has all its bytes when it returns', async () => {
    const name = await keep(made(100));
    const back = await opened().away();
    await expect(keep(made(200))).rejects.toMatchObject({ refusal: 'fileStoreDown', http: 503 });
    await expect(bytesOf(blobs().read(name))).rejects.toThrow();
    await back();
    expect(await bytesOf(blobs().read(name))).toEqual(made(100));
    const other = await keep(made(200));
    expect(await blobs().size(other)).toBe(200);
  });
}
