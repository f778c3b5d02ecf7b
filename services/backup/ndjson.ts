/**
 * A part of a backup: one JSON value a line, counted and hashed while it is written, and verified before it
 * is read.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { BackupPart } from './manifest.ts';

/** Adds values to a part. */
export type BackupPartWriter = (values: readonly unknown[]) => Promise<void>;

/**
 * Writes a part. Only its owner can read it, because it is as secret as the data folder. The part is durable when the
 * promise resolves.
 */
export async function writeBackupPart(
  path: string,
  fill: (write: BackupPartWriter) => Promise<void>,
): Promise<BackupPart> {
  const handle = await open(path, 'w', 0o600);
  const hash = createHash('sha256');
  let [lines, bytes] = [0, 0];
  try {
    await fill(async values => {
      const text = Buffer.from(values.map(value => `${JSON.stringify(value)}\n`).join(''));
      hash.update(text);
      lines += values.length;
      bytes += text.length;
      await handle.appendFile(text);
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { lines, bytes, sha256: hash.digest('hex') };
}

/** Yields the values of a verified part. */
export async function* readBackupPart(path: string): AsyncGenerator<unknown> {
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) yield JSON.parse(line);
}

/** Returns SHA-256 and length of a file, in bytes. */
export async function hashAndSizeOfFile(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  // Cast: a stream without an encoding yields buffers.
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
