/**
 * Streams a zip of uncompressed entries without holding it in memory. The pictures and models in it hardly compress,
 * and any tool can extract uncompressed entries.
 */
import { crc32 } from 'node:zlib';

export type ZipDirectoryEntry = { path: string; bytes: AsyncIterable<Uint8Array> };
type Written = { path: Buffer; crc: number; size: number; offset: number };

/** Flags: sizes and CRC follow the bytes (bit 3), and paths are UTF-8 (bit 11). */
const flags = 0x0808;
const version = 45;
/** 1 January 1980, for all entries. The real dates are in the manifest. */
const dosDate = 0x21;
const most32 = 0xffffffff;
const most16 = 0xffff;

/** Little-endian fields of 2, 4 or 8 bytes, one after the other. */
function fields(...all: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const out = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of all) {
    if (bytes === 8) out.writeBigUInt64LE(BigInt(value), at);
    else out.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return out;
}

const localHeader = (path: Buffer) =>
  Buffer.concat([
    fields([4, 0x04034b50], [2, version], [2, flags], [2, 0], [2, 0], [2, dosDate]),
    fields([4, 0], [4, 0], [4, 0], [2, path.length], [2, 0]),
    path,
  ]);

const afterBytes = ({ crc, size }: Written) => fields([4, 0x08074b50], [4, crc], [4, size], [4, size]);

function centralHeader({ path, crc, size, offset }: Written): Buffer {
  const far = offset >= most32;
  const extra = far ? fields([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0);
  return Buffer.concat([
    fields([4, 0x02014b50], [2, version], [2, version], [2, flags], [2, 0], [2, 0], [2, dosDate]),
    fields([4, crc], [4, size], [4, size], [2, path.length], [2, extra.length], [2, 0], [2, 0], [2, 0]),
    fields([4, 0], [4, far ? most32 : offset]),
    path,
    extra,
  ]);
}

/** End of the central directory, with its 64-bit form if a number is too large for the old one. */
function end(count: number, size: number, offset: number): Buffer {
  const large = count >= most16 || offset >= most32 || size >= most32;
  const twin = Buffer.concat([
    fields([4, 0x06064b50], [8, 44], [2, version], [2, version], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, size], [8, offset]),
    fields([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]),
  ]);
  const [n, s, o] = large ? [most16, most32, most32] : [count, size, offset];
  const old = fields([4, 0x06054b50], [2, 0], [2, 0], [2, n], [2, n], [4, s], [4, o], [2, 0]);
  return large ? Buffer.concat([twin, old]) : old;
}

/** Yields the zip's bytes at the reader's pace. @throws Error if an entry is 4 GiB or larger */
export async function* streamZip(
  entries: AsyncIterable<ZipDirectoryEntry> | Iterable<ZipDirectoryEntry>,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { path, bytes } of entries) {
    const one: Written = { path: Buffer.from(path), crc: 0, size: 0, offset };
    const head = localHeader(one.path);
    yield head;
    for await (const chunk of bytes) {
      one.crc = crc32(chunk, one.crc);
      one.size += chunk.length;
      yield chunk;
    }
    if (one.size >= most32) throw new Error(`${path} is too large for an entry`);
    const after = afterBytes(one);
    yield after;
    offset += head.length + one.size + after.length;
    written.push(one);
  }
  let size = 0;
  for (const one of written) {
    const header = centralHeader(one);
    size += header.length;
    yield header;
  }
  yield end(written.length, size, offset);
}
