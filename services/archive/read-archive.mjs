/**
 * `node read-archive.mjs <zip>`: reads a case's record without the product, like a person who has only the
 * file. Checks every entry's CRC, size and SHA-256 against the manifest, that no event is missing, and that
 * every file named by an event or the case is present. Prints the result as JSON; exits with 1 on any fault.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const bytes = readFileSync(process.argv[2]);
const wrong = [];
const check = (holds, what) => {
  if (!holds) wrong.push(what);
};

/** Number of entries and offset of the central directory. */
function directory() {
  const at = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (at < 0) throw new Error('not a zip file, or truncated');
  if (bytes.readUInt16LE(at + 10) < 0xffff && bytes.readUInt32LE(at + 16) < 0xffffffff)
    return { count: bytes.readUInt16LE(at + 10), from: bytes.readUInt32LE(at + 16) };
  const twin = Number(bytes.readBigUInt64LE(at - 20 + 8));
  if (bytes.readUInt32LE(twin) !== 0x06064b50) throw new Error('no zip64 end record');
  return {
    count: Number(bytes.readBigUInt64LE(twin + 32)),
    from: Number(bytes.readBigUInt64LE(twin + 48)),
  };
}

/** Reads the bytes of every entry, by path. */
function entries() {
  const found = new Map();
  let { count, from: at } = directory();
  for (; count > 0; count--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error(`no entry at ${at}`);
    const [crc, size] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map(offset => bytes.readUInt16LE(at + offset));
    const path = bytes.toString('utf8', at + 46, at + 46 + name);
    let local = bytes.readUInt32LE(at + 42);
    if (local === 0xffffffff) local = Number(bytes.readBigUInt64LE(at + 46 + name + 4));
    if (bytes.readUInt32LE(local) !== 0x04034b50) throw new Error(`no header of ${path} at ${local}`);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + size);
    check(crc32(content) === crc, `${path}: CRC`);
    check(!found.has(path), `${path}: twice`);
    found.set(path, content);
    at += 46 + name + extra + comment;
  }
  return found;
}

const found = entries();
const parsed = path => JSON.parse(found.get(path)?.toString('utf8') ?? 'null');
const manifest = parsed('manifest.json');
if (manifest === null) {
  process.stdout.write(JSON.stringify({ entries: found.size, wrong }));
  process.exit(wrong.length === 0 ? 0 : 1);
}

check(['archline-case/1', 'archline-case/2'].includes(manifest.format), 'format');
check(manifest.entries.length === found.size - 1, 'entries: count');
for (const { path, sha256, size, withoutMetadata } of manifest.entries) {
  const content = found.get(path) ?? Buffer.alloc(0);
  check(content.length === size, `${path}: size`);
  check(createHash('sha256').update(content).digest('hex') === sha256, `${path}: SHA-256`);
  // The name of an image contains the hash of its original, whose bytes include the camera's metadata.
  if (path.startsWith('files/') && !withoutMetadata)
    check(path === `files/${sha256}`, `${path}: name and hash differ`);
}

const events = found
  .get('events.ndjson')
  .toString('utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line));
check(events.length === manifest.counts.events, 'events: count');
for (const [i, { revision }] of events.entries()) check(revision === i, `event ${i}: revision ${revision}`);
check(events.at(-1)?.revision === manifest.revision, 'events: revision of the last one');

/** Finds every file in a value: an object with a SHA-256 and a MIME type. */
function* named(value) {
  if (typeof value !== 'object' || value === null) return;
  if (typeof value.sha256 === 'string' && typeof value.mime === 'string') yield value;
  for (const inner of Object.values(value)) yield* named(inner);
}
const gone = new Set(manifest.missing);
const view = parsed('case.json');
check(view.caseId === manifest.caseId && view.revision === manifest.revision, 'case.json: another case');
for (const { sha256, size } of [...named(events.map(({ data }) => data)), ...named(view)]) {
  if (gone.has(sha256)) continue;
  check(found.get(`files/${sha256}`)?.length === size, `files/${sha256}: missing, or of another size`);
}

const told = { caseId: view.caseId, types: events.map(({ type }) => type), personal: manifest.personal };
const files = [...found.keys()].filter(path => path.startsWith('files/')).length;
process.stdout.write(JSON.stringify({ ...told, entries: found.size, files, missing: gone.size, wrong }));
process.exit(wrong.length === 0 ? 0 : 1);
