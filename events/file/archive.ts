/** Archives: zip, rar, 7z and gzip by their bytes. Nothing is unpacked; of a zip its directory is read. */
import { ascii, latin1, standsAt, viewOf } from './bytes.ts';
import { unfit } from './check.ts';
import { sniff } from './sniff.ts';

/** Enough for a zip's first entry, and for a gzip to hold a tar's first header. */
export const headBytes = 4096;
/** A zip's directory ends in the last 22 bytes, or before a comment of at most 65,535. */
export const tailBytes = 22 + 65_535;
const zipEnd = ascii('PK\x05\x06');
const zipEntry = ascii('PK\x01\x02');

/** Where these bytes stand last, or first from `from` on; -1 where they do not. */
function lastOf(bytes: Uint8Array, wanted: Uint8Array): number {
  let at = bytes.length - wanted.length;
  while (at >= 0 && !standsAt(bytes, at, wanted)) at--;
  return at;
}
function firstOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && !standsAt(bytes, at, wanted)) at++;
  return at < bytes.length ? at : -1;
}

/** Names in the directory that ends at `end`; of one that is longer than what is at hand, its last ones. */
function namesOf(tail: Uint8Array, end: number): string[] {
  const view = viewOf(tail);
  const size = end + 16 <= tail.length ? view.getUint32(end + 12, true) : 0;
  const names: string[] = [];
  let at = firstOf(tail, zipEntry, Math.max(0, end - size));
  while (at >= 0 && at + 46 <= end && standsAt(tail, at, zipEntry)) {
    const name = view.getUint16(at + 28, true);
    names.push(latin1(tail, at + 46, at + 46 + Math.min(name, 255)));
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

/** The name of the first entry, as it stands before its bytes. */
function firstName(head: Uint8Array): string {
  return head.length < 30 ? '' : latin1(head, 30, 30 + Math.min(viewOf(head).getUint16(26, true), 255));
}

const officeParts = /^(?:word|xl|ppt)\//;
const openDocument = 'mimetypeapplication/vnd.oasis.opendocument';

/** A document of an office program is a zip by its bytes; nobody who sends one has compressed anything. */
function isOffice(head: Uint8Array, tail: Uint8Array, end: number): boolean {
  const names = [firstName(head), ...namesOf(tail, end)];
  const packaged = names.includes('[Content_Types].xml') && names.some(name => officeParts.test(name));
  return packaged || latin1(head, 30, 30 + openDocument.length) === openDocument;
}

export const archiveTypes: readonly string[] = [
  'application/zip',
  'application/vnd.rar',
  'application/x-7z-compressed',
  'application/gzip',
];

/**
 * What an archive is by its first `headBytes` and its last `tailBytes` (each the whole where it is shorter).
 * Whether a gzip holds a tar is not looked at.
 * @throws Refusal wrongFormat where it is none, or an office document; badContent where it is cut
 */
export function readArchive(head: Uint8Array, tail: Uint8Array): string {
  const mime = sniff(head);
  if (mime === 'application/x-ole-storage') throw unfit('wrongFormat', 'office-file', { found: mime });
  if (!mime || !archiveTypes.includes(mime))
    throw unfit('wrongFormat', 'not-archive', mime ? { found: mime } : undefined);
  if (mime !== 'application/zip') return mime;
  const end = lastOf(tail, zipEnd);
  if (isOffice(head, tail, end)) throw unfit('wrongFormat', 'office-file');
  if (end < 0) throw unfit('badContent', 'archive-broken');
  return mime;
}
