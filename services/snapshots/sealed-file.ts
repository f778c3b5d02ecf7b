/**
 * Seals snapshots, because rows contain names. Each chunk is bound to its index and to the kind of rows, so a
 * missing, moved or truncated chunk does not open.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { SealBrokenError, seal, unseal } from '../vault/keyring.ts';

const CHUNK = 1 << 20;
const IV_BYTES = 12;
const OVERHEAD = IV_BYTES + 16;

const placeOf = (kind: string, n: number, last: boolean) => `${kind}\0${n}\0${last ? 'last' : 'more'}`;

/** Reads some bytes, fewer only at the end. */
async function chunkOf(from: FileHandle, size: number): Promise<Buffer> {
  const chunk = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await from.read(chunk, at, size - at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return chunk.subarray(0, at);
}

async function through(from: string, to: string, work: (from: FileHandle, to: FileHandle) => Promise<void>) {
  const source = await openFile(from, 'r');
  try {
    const target = await openFile(to, 'wx', 0o600);
    try {
      await work(source, target);
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

export const createSnapshotKey = (bytes: Buffer): KeyObject => createSecretKey(bytes);

/** Seals a file into a new one. */
export const sealFile = (key: KeyObject, kind: string, from: string, to: string): Promise<void> =>
  through(from, to, async (source, target) => {
    let chunk = await chunkOf(source, CHUNK);
    for (let n = 0; ; n++) {
      const next = await chunkOf(source, CHUNK);
      await target.write(seal(key, placeOf(kind, n, next.length === 0), chunk, randomBytes(IV_BYTES)));
      if (next.length === 0) return;
      chunk = next;
    }
  });

/** Opens a sealed file into a new one. @throws SealBrokenError if it is incomplete, or of another kind or key */
export const unsealFile = (key: KeyObject, kind: string, from: string, to: string): Promise<void> =>
  through(from, to, async (source, target) => {
    let sealed = await chunkOf(source, CHUNK + OVERHEAD);
    for (let n = 0; ; n++) {
      if (sealed.length <= OVERHEAD && n > 0) throw new SealBrokenError(kind);
      const next = await chunkOf(source, CHUNK + OVERHEAD);
      await target.write(unseal(key, placeOf(kind, n, next.length === 0), sealed));
      if (next.length === 0) return;
      sealed = next;
    }
  });
