/** Copies a file into a backup: hard-linked if an earlier backup has it, else copied and verified. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Blobs } from '../files/blobs.ts';
import { isErrno, syncPath } from '../files/disk.ts';
import { isNotFound } from '../s3/call-retrier.ts';
import type { BackupFileLine } from './manifest.ts';

export type FileCopyOutcome = 'linked' | 'copied' | 'lost';

/** Path of a file below a backup's folder. */
export const backupFilePath = (
  dir: string,
  { orgId, sha256 }: Pick<BackupFileLine, 'orgId' | 'sha256'>,
): string => join(dir, 'files', orgId, sha256);

/** Hard-links a file. Returns false if the source is missing or has another length. */
async function linked(from: string, to: string, bytes: number): Promise<boolean> {
  try {
    if ((await stat(from)).size !== bytes) return false;
    await link(from, to);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return true;
    // The source is missing, or the file system cannot create a (further) link.
    if (['ENOENT', 'EMLINK', 'EPERM', 'EXDEV', 'ENOTSUP'].some(code => isErrno(error, code))) return false;
    throw error;
  }
}

/**
 * Copies a file. The file gets its name only after its bytes match their hash and are durable. Returns false if they
 * do not match.
 */
async function copied(from: Readable, to: string, { sha256, bytes }: BackupFileLine): Promise<boolean> {
  const draft = `${to}.new`;
  const hash = createHash('sha256');
  let length = 0;
  await pipeline(
    from,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        length += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(draft, { mode: 0o600 }),
  );
  if (hash.digest('hex') !== sha256 || length !== bytes) {
    await rm(draft);
    return false;
  }
  await syncPath(draft);
  await rename(draft, to);
  return true;
}

export type FileCopyOptions = {
  blobs: Pick<Blobs, 'read'>;
  /** Folder of the backup that is being written. */
  into: string;
  /** Folders of backups with verified files. */
  earlier: readonly string[];
  /** Checks free space. @throws Error if the disk has not enough space */
  room(bytes: number): Promise<void>;
};

/** Adds one file to a backup. */
export async function copyFileToBackup(
  { blobs, into, earlier, room }: FileCopyOptions,
  file: BackupFileLine,
): Promise<FileCopyOutcome> {
  const to = backupFilePath(into, file);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  for (const dir of earlier) if (await linked(backupFilePath(dir, file), to, file.bytes)) return 'linked';
  await room(file.bytes);
  try {
    const { orgId, sha256 } = file;
    return (await copied(blobs.read({ orgId, sha256 }), to, file)) ? 'copied' : 'lost';
  } catch (error) {
    if (isErrno(error, 'ENOENT') || isErrno(error, 'EIO') || isNotFound(error)) return 'lost';
    throw error;
  }
}
