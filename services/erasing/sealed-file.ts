/** A file encrypted with AES-256-GCM (iv, ciphertext, tag), streamed at the reader's pace. */
import { createCipheriv, createDecipheriv, createHash, type KeyObject, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { BlobName, Blobs } from '../files/blobs.ts';

const cipherName = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Writes and syncs an encrypted file. `clear`: number of bytes before encryption. */
export async function writeSealedFile(
  path: string,
  key: KeyObject,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<{ sha256: string; size: number; clear: number }> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(cipherName, key, iv);
  const hash = createHash('sha256').update(iv);
  let [size, clear] = [IV_BYTES, 0];
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      clear += chunk.length;
      done(null, chunk);
    },
  });
  const seal = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      const tag = cipher.getAuthTag();
      hash.update(tag);
      size += tag.length;
      done(null, tag);
    },
  });
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  out.write(iv);
  await pipeline(Readable.from(bytes), count, cipher, seal, out, { signal });
  return { sha256: hash.digest('hex'), size, clear };
}

/** Reads an encrypted file. The stream fails at its end if the bytes were changed. */
export async function readSealedFile(
  blobs: Pick<Blobs, 'read'>,
  { size, ...name }: BlobName & { size: number },
  key: KeyObject,
): Promise<Readable> {
  const last = size - TAG_BYTES;
  const iv = await buffer(blobs.read(name, { from: 0, to: IV_BYTES - 1 }));
  const tag = await buffer(blobs.read(name, { from: last, to: size - 1 }));
  const decipher = createDecipheriv(cipherName, key, iv, { authTagLength: TAG_BYTES }).setAuthTag(tag);
  const sealed = blobs.read(name, { from: IV_BYTES, to: last - 1 });
  sealed.on('error', error => decipher.destroy(error));
  decipher.on('close', () => sealed.destroy());
  return sealed.pipe(decipher);
}
