/** Blobs in a folder: `<dir>/<org>/<sha256>`. File and folder are fsynced before a record may name the file. */
import { createReadStream } from 'node:fs';
import { link, mkdir, open, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '#events/errors.ts';
import { diskFullRefusalOf } from '#services/eventstore/disk-full.ts';
import { type BlobName, type Blobs, blobParts, blobPath, outdatedPlanParts } from './blobs.ts';

export const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Runs disk work. Converts a system error into a refusal (disk full, or storage unavailable), with the cause for the
 * log.
 */
export async function withDiskErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('errno' in error)) throw error;
    if (isErrno(error, 'ENOSPC') || isErrno(error, 'EDQUOT')) throw diskFullRefusalOf(error);
    const refusal = new Refusal('fileStoreDown');
    refusal.cause = error;
    throw refusal;
  }
}

/** Makes writes to a file or folder durable. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unlinked(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

export function createDiskBlobs(dir: string): Blobs {
  const pathOf = (name: BlobName) => join(dir, blobPath(name));
  const size = (name: BlobName) =>
    withDiskErrors(async () => {
      try {
        return (await stat(pathOf(name))).size;
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return undefined;
        throw error;
      }
    });
  return {
    size,
    local: async name => pathOf(name),
    keep: (name, path) =>
      withDiskErrors(async () => {
        const to = pathOf(name);
        if ((await mkdir(dirname(to), { recursive: true })) !== undefined) await syncPath(dir);
        await syncPath(path);
        try {
          await link(path, to);
        } catch (error) {
          if (!isErrno(error, 'EEXIST')) throw error;
        }
        await syncPath(dirname(to));
      }),
    read: (name, range) => createReadStream(pathOf(name), range ? { start: range.from, end: range.to } : {}),
    drop: name =>
      withDiskErrors(async () => {
        await unlinked(pathOf(name));
        if (name.part) return;
        for (const part of [...blobParts, ...outdatedPlanParts]) await unlinked(`${pathOf(name)}.${part}`);
      }),
  };
}
