/** Reads a finished file once: its SHA-256 and what its bytes are. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileKind } from '#events/case/options.ts';
import { isRefusal } from '#events/errors.ts';
import { type Found, unfit } from '#events/file/check.ts';
import { checks } from './checks/kinds.ts';
import { onDisk } from './disk.ts';

/** Large enough to be quick, small enough that the event loop breathes between two pieces. */
const pieceBytes = 256 * 1024;

export type Inspected = Found & { sha256: string };

/** A check that fails over some bytes would fail over them again: they are refused like others, and do not stay. */
function checked<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isRefusal(error)) throw error;
    const refusal = unfit('badContent', 'unreadable');
    refusal.cause = error;
    throw refusal;
  }
}

/** @throws Refusal wrongFormat, badContent or photoUpload by what the bytes are; fileStoreDown where they can't be read */
export function inspect(path: string, kind: FileKind, size: number): Promise<Inspected> {
  return onDisk(async () => {
    const hash = createHash('sha256');
    const check = checked(() => checks[kind](size));
    for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes })) {
      hash.update(chunk);
      checked(() => check.write(chunk));
    }
    return { ...checked(check.end), sha256: hash.digest('hex') };
  });
}
