/** Reads a finished file once: its SHA-256 and its content's type and facts. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileKind } from '#events/case/options.ts';
import { isRefusal } from '#events/errors.ts';
import { type CheckedFile, refusalOfUnfitFile } from '#events/file/check.ts';
import { contentChecks } from './checks/kinds.ts';
import { withDiskErrors } from './disk.ts';

/** Bytes of a piece: large enough to be fast, small enough not to block the event loop. */
const pieceBytes = 256 * 1024;

export type InspectedFile = CheckedFile & { sha256: string };

/** Converts a crash of a check into a refusal, because the check would crash again on the same bytes. */
function checked<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isRefusal(error)) throw error;
    const refusal = refusalOfUnfitFile('badContent', 'unreadable');
    refusal.cause = error;
    throw refusal;
  }
}

/**
 * @throws Refusal wrongFormat, badContent or photoUpload by the content; fileStoreDown if it cannot be read
 */
export function inspectFile(path: string, kind: FileKind, size: number): Promise<InspectedFile> {
  return withDiskErrors(async () => {
    const hash = createHash('sha256');
    const check = checked(() => contentChecks[kind](size));
    for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes })) {
      hash.update(chunk);
      checked(() => check.write(chunk));
    }
    return { ...checked(check.end), sha256: hash.digest('hex') };
  });
}
