/** Size and SHA-256 of a file. It imports next to nothing, so that child processes start fast. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

export type FileDigest = { bytes: number; sha256: string };

async function digestIn(file: FileHandle): Promise<FileDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of file.createReadStream({ autoClose: false })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

export async function digestOf(path: string): Promise<FileDigest> {
  const file = await open(path, 'r');
  try {
    return await digestIn(file);
  } finally {
    await file.close();
  }
}

/** Makes a written file durable. @returns its digest */
export async function syncAndDigest(path: string): Promise<FileDigest> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return await digestIn(file);
  } finally {
    await file.close();
  }
}
