/** Checks whether a folder's disk has enough space. */
import { statfs } from 'node:fs/promises';
import { isRefusal } from '#events/errors.ts';
import { isErrno } from '../files/disk.ts';

/** Free bytes on a folder's disk for this process. */
export type MeasureFreeBytes = (dir: string) => Promise<number>;

export const measureFreeBytes: MeasureFreeBytes = async dir => {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
};

export const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** @throws Error with a sentence for the operator */
export async function checkFreeSpace(free: MeasureFreeBytes, dir: string, bytes: number): Promise<void> {
  const available = await free(dir);
  if (available < bytes)
    throw new Error(
      `${dir} has ${formatMegabytes(available)} free; ${formatMegabytes(bytes)} are needed. Free some space, or choose another folder.`,
    );
}

/** Converts a full-disk error to a sentence for the operator. Returns other errors unchanged. */
export function explainDiskFull(error: unknown, dir: string): unknown {
  // SQLite reports a full disk in its message, stores and files by a refusal.
  const inWords = error instanceof Error && error.message.includes('disk is full');
  const refused = isRefusal(error) && error.refusal === 'diskFull';
  const full = isErrno(error, 'ENOSPC') || isErrno(error, 'EDQUOT') || inWords || refused;
  return full ? new Error(`The disk of ${dir} is full. Free some space, or choose another folder.`) : error;
}
