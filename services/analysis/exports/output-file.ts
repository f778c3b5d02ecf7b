/**
 * A file that is written through one buffer, with its size and hash. Writing waits for the disk: the process does nothing else,
 * and a queue of texts would be memory that grows.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

const BUFFER = 256 * 1024;
/** Most bytes of a character of UTF-16 in UTF-8. */
const WIDEST = 3;

export type OutputFile = {
  write(text: string): void;
  writeBytes(bytes: Uint8Array): void;
  /** Makes the file durable. */
  end(): { bytes: number; sha256: string };
};

export function openOutputFile(path: string): OutputFile {
  const file = openSync(path, 'wx', 0o600);
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(BUFFER);
  let held = 0;
  let bytes = 0;
  const put = (chunk: Uint8Array) => {
    hash.update(chunk);
    bytes += chunk.length;
    for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
  };
  const flush = () => {
    put(buffer.subarray(0, held));
    held = 0;
  };
  return {
    write: text => {
      if (text.length * WIDEST > BUFFER - held) flush();
      if (text.length * WIDEST > BUFFER) put(Buffer.from(text));
      else held += buffer.write(text, held);
    },
    writeBytes: chunk => {
      if (chunk.length > BUFFER - held) flush();
      if (chunk.length > BUFFER) return put(chunk);
      buffer.set(chunk, held);
      held += chunk.length;
    },
    end: () => {
      flush();
      fsyncSync(file);
      closeSync(file);
      return { bytes, sha256: hash.digest('hex') };
    },
  };
}
