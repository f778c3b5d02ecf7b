/**
 * Reads an untrusted zip: its directory from the end, its files one by one on demand. Trusts no stated size
 * or checksum before it is verified.
 */
import { Inflate } from 'fflate';
import { limits } from '#events/case/limits.ts';
import { archiveTailByteCount } from '#events/file/archive.ts';
import { bytesMatchAt, dataViewOf } from '#events/file/bytes.ts';
import { refusalOfUnfitFile } from '#events/file/check.ts';
import { isUnsafePath } from './file-names.ts';

export type ZipDirectoryEntry = {
  name: string;
  /** Compressed size in bytes, without the local header. */
  packed: number;
  /** Stated size in bytes. Reading stops if there is more. */
  size: number;
  crc: number;
  stored: boolean;
  /** Offset of the local header. */
  at: number;
};

/** Maximum unpacked size of a plan's zip in bytes: 2 × 100 stages of 15 MB. */
export const maxUnpackedBytes = 3 * 2 ** 30;
const entriesMax = 2000;
/** Maximum compression ratio. No STL compresses better; a zip bomb does. */
const ratioMax = 100;
const pieceBytes = 64 * 1024;

const broken = () => refusalOfUnfitFile('badContent', 'archive-broken');
const bytesOf = async (file: Blob, from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

/** Decodes UTF-8, or else GB18030, which Chinese Windows uses for names. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Returns the directory's bytes and its stated number of entries. */
async function directoryOf(file: Blob): Promise<{ bytes: Uint8Array; entries: number }> {
  const start = Math.max(0, file.size - archiveTailByteCount);
  const tail = await bytesOf(file, start, file.size);
  const mark = Uint8Array.of(0x50, 0x4b, 5, 6);
  let end = tail.length - 22;
  while (end >= 0 && !bytesMatchAt(tail, end, mark)) end--;
  if (end < 0) throw broken();
  const view = dataViewOf(tail);
  const [entries, size, at] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  if (entries > entriesMax) throw refusalOfUnfitFile('badContent', 'archive-many', { max: entriesMax });
  if (at + size > start + end) throw broken();
  return { bytes: await bytesOf(file, at, at + size), entries };
}

const entryHead = Uint8Array.of(0x50, 0x4b, 1, 2);

/**
 * Parses an entry of the zip's directory.
 * @throws Refusal of an entry that is encrypted, compressed by an unknown method, or leaves its folder
 */
function entryAt(bytes: Uint8Array, at: number): { entry: ZipDirectoryEntry; next: number } {
  if (at + 46 > bytes.length || !bytesMatchAt(bytes, at, entryHead)) throw broken();
  const view = dataViewOf(bytes);
  const short = (offset: number) => view.getUint16(at + offset, true);
  const long = (offset: number) => view.getUint32(at + offset, true);
  const next = at + 46 + short(28) + short(30) + short(32);
  if (next > bytes.length) throw broken();
  const name = nameOf(bytes.subarray(at + 46, at + 46 + short(28)));
  const refuse = (issue: string) => refusalOfUnfitFile('badContent', issue, { name: name.slice(0, 120) });
  if (isUnsafePath(name)) throw refuse('archive-path');
  if ((short(8) & 0x41) !== 0) throw refuse('archive-encrypted');
  const method = short(10);
  if (method !== 0 && method !== 8) throw refuse('archive-method');
  const entry = { name, packed: long(20), size: long(24), crc: long(16), stored: method === 0, at: long(42) };
  // Sizes stored elsewhere (zip64) belong to files larger than any accepted here.
  if ([entry.packed, entry.size, entry.at].includes(0xffffffff)) throw refuse('archive-bomb');
  return { entry, next };
}

/**
 * Returns the files in a zip, without folders.
 * @throws Refusal badContent if it is damaged, would unpack to more than `maxUnpackedBytes`, or contains an
 * archive
 */
export async function readZipEntries(file: Blob): Promise<ZipDirectoryEntry[]> {
  const { bytes, entries } = await directoryOf(file);
  const found: ZipDirectoryEntry[] = [];
  let at = 0;
  for (let i = 0; i < entries; i++) {
    const { entry, next } = entryAt(bytes, at);
    at = next;
    if (!/[/\\]$/.test(entry.name)) found.push(entry);
  }
  const total = found.reduce((sum, { size }) => sum + size, 0);
  const dense = found.find(
    ({ size, packed }) => size > limits.stlBytes || (size > 2 ** 20 && size > ratioMax * packed),
  );
  if (total > maxUnpackedBytes || dense)
    throw refusalOfUnfitFile('badContent', 'archive-bomb', { name: dense?.name.slice(0, 120) ?? '' });
  const nested = found.find(({ name }) => /\.(?:zip|rar|7z|gz|tgz|tar|bz2|xz)$/i.test(name));
  if (nested) throw refusalOfUnfitFile('badContent', 'archive-nested', { name: nested.name.slice(0, 120) });
  return found;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function createCrc() {
  let crc = 0xffffffff;
  return {
    add(bytes: Uint8Array) {
      for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
    },
    value: () => (crc ^ 0xffffffff) >>> 0,
  };
}

/** Returns a function that decompresses the pieces pushed into it. */
function createUnpacker(stored: boolean) {
  let out: Uint8Array[] = [];
  const inflate = new Inflate(chunk => {
    if (chunk.length > 0) out.push(chunk);
  });
  return (piece: Uint8Array, last: boolean): Uint8Array[] => {
    if (stored) return [piece];
    out = [];
    try {
      inflate.push(piece, last);
    } catch {
      throw broken();
    }
    return out;
  };
}

/** Yields a file's bytes. @throws Refusal badContent if size or checksum differ from the directory's */
export async function* unpackEntry(file: Blob, entry: ZipDirectoryEntry): AsyncGenerator<Uint8Array> {
  const head = await bytesOf(file, entry.at, entry.at + 30);
  if (!bytesMatchAt(head, 0, Uint8Array.of(0x50, 0x4b, 3, 4)) || head.length < 30) throw broken();
  const from = entry.at + 30 + dataViewOf(head).getUint16(26, true) + dataViewOf(head).getUint16(28, true);
  const to = from + entry.packed;
  const unpack = createUnpacker(entry.stored);
  const crc = createCrc();
  let size = 0;
  for (let at = from; at < to; at += pieceBytes) {
    const end = Math.min(to, at + pieceBytes);
    for (const piece of unpack(await bytesOf(file, at, end), end === to)) {
      size += piece.length;
      if (size > entry.size)
        throw refusalOfUnfitFile('badContent', 'archive-bomb', { name: entry.name.slice(0, 120) });
      crc.add(piece);
      yield piece;
    }
  }
  if (size !== entry.size || crc.value() !== entry.crc) throw broken();
}
