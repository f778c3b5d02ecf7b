/** Checks an archive while it streams. Unpacks nothing except the first block of a tar. */
import { constants, gunzipSync } from 'node:zlib';
import { archiveHeadByteCount, archiveTailByteCount, identifyArchive } from '#events/file/archive.ts';
import { createHeadCollector, type FileCheck, refusalOfUnfitFile } from '#events/file/check.ts';

const tarBlock = 512;
const checksumAt = 148;

/** Sum over a tar header's bytes, with its own eight bytes counted as spaces. */
function tarChecksum(block: Buffer): number {
  let sum = 0;
  for (const [i, byte] of block.entries()) sum += i >= checksumAt && i < checksumAt + 8 ? 32 : byte;
  return sum;
}

/** True if the decompressed head is a tar header. The head is short, which limits its decompressed size. */
function holdsTar(head: Uint8Array): boolean {
  try {
    const block = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, tarBlock);
    const stated = Number.parseInt(block.toString('latin1', checksumAt, checksumAt + 8), 8);
    return block.length === tarBlock && stated === tarChecksum(block);
  } catch {
    return false;
  }
}

/** A check for compressed archives. */
export function createArchiveCheck(): FileCheck {
  const head = createHeadCollector(archiveHeadByteCount);
  let tail = Buffer.alloc(0);
  return {
    write(chunk) {
      head.take(chunk);
      tail = Buffer.concat([
        tail.subarray(Math.max(0, tail.length - archiveTailByteCount)),
        chunk.subarray(-archiveTailByteCount),
      ]).subarray(-archiveTailByteCount);
    },
    end() {
      const mime = identifyArchive(head.bytes(), tail);
      if (mime === 'application/gzip' && !holdsTar(head.bytes()))
        throw refusalOfUnfitFile('badContent', 'archive-broken');
      return { mime };
    },
  };
}
