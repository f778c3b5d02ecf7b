import { createSecretKey, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { readSealedFile, writeSealedFile } from './sealed-file.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-sealed-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const key = createSecretKey(randomBytes(32));
const going = new AbortController().signal;
const blobsAt = (path: string) => ({
  read: (_name: object, range?: { from: number; to: number }) =>
    createReadStream(path, range && { start: range.from, end: range.to }),
});
const name = { orgId: 'main', sha256: 'a'.repeat(64) };

async function* chunks(...all: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}

describe('an encrypted file', () => {
  it('is read back, and holds nothing readable', async () => {
    const path = join(dir, 'whole');
    const parts = [Buffer.from('the name'), Buffer.alloc(300_000, 7), Buffer.from('the end')];
    const { size, clear } = await writeSealedFile(path, key, chunks(...parts), going);
    expect([statSync(path).size, clear]).toEqual([size, Buffer.concat(parts).length]);
    expect(readFileSync(path).includes('the name')).toBe(false);
    const bytes = await buffer(await readSealedFile(blobsAt(path), { ...name, size }, key));
    expect(bytes.equals(Buffer.concat(parts))).toBe(true);
  });

  it('with a changed byte, or under another key, fails for its reader', async () => {
    const path = join(dir, 'changed');
    const { size } = await writeSealedFile(path, key, chunks(Buffer.alloc(1000, 1)), going);
    const other = createSecretKey(randomBytes(32));
    await expect(buffer(await readSealedFile(blobsAt(path), { ...name, size }, other))).rejects.toThrow();
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
    writeFileSync(path, bytes);
    await expect(buffer(await readSealedFile(blobsAt(path), { ...name, size }, key))).rejects.toThrow();
  });

  it('closes its source when its reader stops early', async () => {
    const path = join(dir, 'stopped');
    const { size } = await writeSealedFile(path, key, chunks(Buffer.alloc(3_000_000, 1)), going);
    const opened: { destroyed: boolean }[] = [];
    const { read } = blobsAt(path);
    const blobs = {
      read: (...how: Parameters<typeof read>) => {
        const stream = read(...how);
        opened.push(stream);
        return stream;
      },
    };
    const reader = await readSealedFile(blobs, { ...name, size }, key);
    for await (const _ of reader) break;
    await new Promise(resolve => setImmediate(resolve));
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });

  it('is given up when its maker is aborted', async () => {
    const stopping = new AbortController();
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let n = 0; ; n++) {
        if (n === 3) stopping.abort();
        yield Buffer.alloc(70_000, 1);
      }
    }
    const making = writeSealedFile(join(dir, 'aborted'), key, endless(), stopping.signal);
    await expect(making).rejects.toThrow('aborted');
  });
});
