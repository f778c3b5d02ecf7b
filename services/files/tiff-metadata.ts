/**
 * Metadata in TIFF directories: EXIF is one directory, and a TIFF picture has several. Directories can be forged, so
 * each is read once and no byte is blanked twice. The time then grows only with the size of the file.
 */

/** EXIF's orientation tag, the only one kept. */
const ORIENTATION = 0x0112;
const ENTRY = 12;
/** Maximum number of entries of a directory. libtiff reads no more. */
const entriesMost = 4096;
/** Maximum number of directories: sixteen pages (events/file/tiff.ts), each with EXIF, GPS and interoperability. */
const directoriesMost = 64;
/** Number of bytes of a TIFF value, by its type (TIFF 6.0, section 2). */
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/** TIFF tags with metadata: texts, times, EXIF, GPS, XMP, IPTC, Photoshop. */
const tiffTags = new Set([
  ...[269, 270, 271, 272, 285, 305, 306, 315, 316, 700, 33432, 33723, 34377, 34665, 34853, 40965],
]);
const subDirectories = new Set([34665, 34853, 40965]);

type Tiff = { bytes: Buffer; little: boolean };

const u16 = ({ bytes, little }: Tiff, at: number) =>
  little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
const u32 = ({ bytes, little }: Tiff, at: number) =>
  little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

/** Returns the TIFF structure of EXIF data; undefined if it is malformed. */
function tiffOf(bytes: Buffer): Tiff | undefined {
  const order = bytes.toString('latin1', 0, 2);
  if (bytes.length < 14 || (order !== 'II' && order !== 'MM')) return undefined;
  return { bytes, little: order === 'II' };
}

function entriesOf(tiff: Tiff, at: number): number[] {
  if (at + 2 > tiff.bytes.length) return [];
  const count = u16(tiff, at);
  if (count > entriesMost) return [];
  const fits = Math.min(count, Math.floor((tiff.bytes.length - at - 2) / ENTRY));
  return Array.from({ length: fits }, (_, i) => at + 2 + i * ENTRY);
}

function orientationIn(exif: Buffer): number {
  const tiff = tiffOf(exif);
  const entry = tiff && entriesOf(tiff, u32(tiff, 4)).find(at => u16(tiff, at) === ORIENTATION);
  return tiff && entry !== undefined ? u16(tiff, entry + 8) : 1;
}

/** Overwrites EXIF in place. Only the orientation is left. */
export function blankExif(exif: Buffer): void {
  const orientation = orientationIn(exif);
  exif.fill(0);
  // Minimal EXIF: a big-endian header, the orientation entry, and no further directory.
  const only = Buffer.from('4d4d002a000000080001011200030000000100000000' + '00000000', 'hex');
  only.writeUInt16BE(orientation, 18);
  if (exif.length >= only.length) only.copy(exif);
}

type Range = { from: number; to: number };
/** `seen`: offsets of directories; `blanked`: ranges to overwrite, in any order. */
type Found = { seen: Set<number>; blanked: Range[] };

/** Returns true on the first visit of a directory. */
const isNew = ({ seen }: Found, at: number) =>
  at > 0 && !seen.has(at) && seen.size < directoriesMost && Boolean(seen.add(at));

/** Records the value of an entry; for a directory, also its entries with their values. */
function noteValue(tiff: Tiff, at: number, found: Found): void {
  const [tag, type, count] = [u16(tiff, at), u16(tiff, at + 2), u32(tiff, at + 4)];
  const to = u32(tiff, at + 8);
  if (subDirectories.has(tag)) {
    if (!isNew(found, to)) return;
    for (const inner of entriesOf(tiff, to)) {
      noteValue(tiff, inner, found);
      found.blanked.push({ from: inner, to: inner + ENTRY });
    }
    return;
  }
  const length = (sizes[type] ?? 1) * count;
  if (length > 4) found.blanked.push({ from: to, to: to + length });
}

function blank(bytes: Buffer, ranges: Range[]): void {
  let done = 0;
  for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
    const [start, end] = [Math.max(from, done), Math.min(to, bytes.length)];
    if (start < end) bytes.fill(0, start, end);
    done = Math.max(done, end);
  }
}

/** A directory to be rewritten without its metadata entries. */
type Shorter = { at: number; entries: Buffer[]; next: number; end: number };

function write({ bytes, little }: Tiff, { at, entries, next, end }: Shorter): void {
  bytes.fill(0, at + 2, Math.min(end + 4, bytes.length));
  Buffer.concat(entries).copy(bytes, at + 2);
  const after = at + 2 + entries.length * ENTRY;
  if (little) {
    bytes.writeUInt16LE(entries.length, at);
    bytes.writeUInt32LE(next, after);
  } else {
    bytes.writeUInt16BE(entries.length, at);
    bytes.writeUInt32BE(next, after);
  }
}

/** @throws RangeError if an offset points outside the file */
export function blankTiffMetadata(bytes: Buffer): void {
  const tiff = tiffOf(bytes);
  if (!tiff) return;
  const found: Found = { seen: new Set(), blanked: [] };
  const shorter: Shorter[] = [];
  for (let at = u32(tiff, 4); at + 2 <= bytes.length && isNew(found, at); ) {
    const entries = entriesOf(tiff, at);
    const end = at + 2 + entries.length * ENTRY;
    const next = end + 4 <= bytes.length ? u32(tiff, end) : 0;
    const remaining = entries.filter(entry => !tiffTags.has(u16(tiff, entry)));
    for (const entry of entries) if (tiffTags.has(u16(tiff, entry))) noteValue(tiff, entry, found);
    // Entries are sorted by tag and counted, so the kept ones move up.
    const moved = remaining.map(entry => Buffer.from(bytes.subarray(entry, entry + ENTRY)));
    if (remaining.length < entries.length) shorter.push({ at, entries: moved, next, end });
    at = next;
  }
  blank(bytes, found.blanked);
  for (const directory of shorter) write(tiff, directory);
}
