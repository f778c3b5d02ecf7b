/** Recognises zip, rar, 7z and gzip by their bytes. Unpacks nothing; reads the directory of a zip. */
import { bytesMatchAt, dataViewOf, decodeLatin1, toAsciiBytes } from './bytes.ts';
import { refusalOfUnfitFile } from './check.ts';
import { sniffMediaType } from './sniff.ts';

/** Bytes of the head: enough for a zip's first entry, and for a gzip to contain a tar's first header. */
export const archiveHeadByteCount = 4096;
/** Bytes of the tail. A zip's directory ends in the last 22 bytes, or before a comment of at most 65,535. */
export const archiveTailByteCount = 22 + 65_535;
const zipEnd = toAsciiBytes('PK\x05\x06');
const zipEntry = toAsciiBytes('PK\x01\x02');

/** Index of the last occurrence of these bytes; -1 if there is none. */
function lastOf(bytes: Uint8Array, wanted: Uint8Array): number {
  let at = bytes.length - wanted.length;
  while (at >= 0 && !bytesMatchAt(bytes, at, wanted)) at--;
  return at;
}
/** Index of the first occurrence of these bytes at or after `from`; -1 if there is none. */
function firstOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && !bytesMatchAt(bytes, at, wanted)) at++;
  return at < bytes.length ? at : -1;
}

/**
 * Returns the entry names in the zip's directory, which ends at `end`. If the directory begins before the tail, returns
 * only the names within the tail.
 */
function namesOf(tail: Uint8Array, end: number): string[] {
  const view = dataViewOf(tail);
  const size = end + 16 <= tail.length ? view.getUint32(end + 12, true) : 0;
  const names: string[] = [];
  let at = firstOf(tail, zipEntry, Math.max(0, end - size));
  while (at >= 0 && at + 46 <= end && bytesMatchAt(tail, at, zipEntry)) {
    const name = view.getUint16(at + 28, true);
    names.push(decodeLatin1(tail, at + 46, at + 46 + Math.min(name, 255)));
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

/** Name of the first entry, from its local header. */
function firstName(head: Uint8Array): string {
  return head.length < 30
    ? ''
    : decodeLatin1(head, 30, 30 + Math.min(dataViewOf(head).getUint16(26, true), 255));
}

const officeParts = /^(?:word|xl|ppt)\//;
const openDocument = 'mimetypeapplication/vnd.oasis.opendocument';

/** Office documents are zips by their bytes, but their senders did not mean to send an archive. */
function isOffice(head: Uint8Array, tail: Uint8Array, end: number): boolean {
  const names = [firstName(head), ...namesOf(tail, end)];
  const packaged = names.includes('[Content_Types].xml') && names.some(name => officeParts.test(name));
  return packaged || decodeLatin1(head, 30, 30 + openDocument.length) === openDocument;
}

export const archiveMediaTypes: readonly string[] = [
  'application/zip',
  'application/vnd.rar',
  'application/x-7z-compressed',
  'application/gzip',
];

/**
 * Identifies an archive by its first `archiveHeadByteCount` and last `archiveTailByteCount` bytes, or by all bytes of a
 * shorter file. Does not check whether a gzip contains a tar.
 * @throws Refusal wrongFormat if it is no archive, or an office document; badContent if it is truncated
 */
export function identifyArchive(head: Uint8Array, tail: Uint8Array): string {
  const mime = sniffMediaType(head);
  if (mime === 'application/x-ole-storage')
    throw refusalOfUnfitFile('wrongFormat', 'office-file', { found: mime });
  if (!mime || !archiveMediaTypes.includes(mime))
    throw refusalOfUnfitFile('wrongFormat', 'not-archive', mime ? { found: mime } : undefined);
  if (mime !== 'application/zip') return mime;
  const end = lastOf(tail, zipEnd);
  if (isOffice(head, tail, end)) throw refusalOfUnfitFile('wrongFormat', 'office-file');
  if (end < 0) throw refusalOfUnfitFile('badContent', 'archive-broken');
  return mime;
}
