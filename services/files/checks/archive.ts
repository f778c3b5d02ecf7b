/** Archives: zip, rar, 7z and tar.gz by their bytes. Nothing is ever unpacked, the first block of a tar excepted. */
import { constants, gunzipSync } from 'node:zlib';
import { type Check, createHead, unfit } from './check.ts';
import { sniff } from './sniff.ts';

/** Enough of a gzip to hold a tar's first header; its inflated size is bounded with it. */
const headBytes = 4096;
/** A zip's directory ends in the last 22 bytes, or before a comment of at most 65,535. */
const tailBytes = 22 + 65_535;
const zipEnd = Buffer.from('PK\x05\x06', 'latin1');
const tarBlock = 512;
const checksumAt = 148;

/** The sum over a tar header's bytes, its own eight counted as spaces. */
function tarChecksum(block: Buffer): number {
  let sum = 0;
  for (const [i, byte] of block.entries()) sum += i >= checksumAt && i < checksumAt + 8 ? 32 : byte;
  return sum;
}

function holdsTar(head: Buffer): boolean {
  try {
    const block = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, tarBlock);
    const stated = Number.parseInt(block.toString('latin1', checksumAt, checksumAt + 8), 8);
    return block.length === tarBlock && stated === tarChecksum(block);
  } catch {
    return false;
  }
}

const whole: Record<string, (head: Buffer, tail: Buffer) => boolean> = {
  'application/zip': (_head, tail) => tail.includes(zipEnd),
  'application/vnd.rar': () => true,
  'application/x-7z-compressed': () => true,
  'application/gzip': head => holdsTar(head),
};

export const archiveTypes = Object.keys(whole);

/** A check for compressed archives. */
export function archiveCheck(): Check {
  const head = createHead(headBytes);
  let tail = Buffer.alloc(0);
  return {
    write(chunk) {
      head.take(chunk);
      tail = Buffer.concat([
        tail.subarray(Math.max(0, tail.length - tailBytes)),
        chunk.subarray(-tailBytes),
      ]).subarray(-tailBytes);
    },
    end() {
      const mime = sniff(head.bytes());
      const holds = mime ? whole[mime] : undefined;
      if (!mime || !holds) throw unfit('wrongFormat', 'not-archive', mime ? { found: mime } : undefined);
      if (!holds(head.bytes(), tail)) throw unfit('badContent', 'archive-broken');
      return { mime };
    },
  };
}
