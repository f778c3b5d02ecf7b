/** Archives for tests, as small as their formats allow. */
import { crc32, gzipSync } from 'node:zlib';

/** A zip with one stored file. */
export const createZip = (name = 'notes.txt', content: Uint8Array = Buffer.from('notes')): Buffer =>
  zipOf([[name, content]]);

/** A Word document with its entries in Word's order; `more` adds empty pictures. */
export const createDocx = (more = 0): Buffer =>
  zipOf([
    ['[Content_Types].xml', Buffer.from('<Types/>')],
    ['word/document.xml', Buffer.from('<document/>')],
    ...Array.from({ length: more }, (_v, i): Entry => [`word/media/a-picture-of-${i}.png`, Buffer.alloc(0)]),
  ]);
export const createOdt = (): Buffer =>
  zipOf([
    ['mimetype', Buffer.from('application/vnd.oasis.opendocument.text')],
    ['content.xml', Buffer.from('<document/>')],
  ]);

type Entry = [name: string, content: Uint8Array];

/** Local record and directory entry of one stored file in a zip. */
function entryOf([name, content]: Entry, at: number): { local: Buffer; entry: Buffer } {
  const file = Buffer.from(name);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, file, content]);
  const where = Buffer.alloc(14);
  where.writeUInt32LE(at, 10);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, where, file]);
  return { local, entry };
}

function zipOf(files: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const { local, entry } = entryOf(file, at);
    locals.push(local);
    entries.push(entry);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Archives that have only the signature of their format. */
export const createRar = () =>
  Buffer.concat([Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'), Buffer.alloc(64)]);
export const createSevenZip = () =>
  Buffer.concat([Buffer.from("7z\xbc\xaf'\x1c", 'latin1'), Buffer.alloc(64)]);

/** A tar with one empty file, gzipped. */
export function createTarGz(name = 'notes.txt'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 'latin1');
  header.write('0000644\0', 100, 'latin1');
  header.write('00000000000\0', 124, 'latin1');
  header.write('        ', 148, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\0', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return gzipSync(Buffer.concat([header, Buffer.alloc(1024)]));
}

/** gzip of content that is no tar. */
export const createGzipWithoutTar = () => gzipSync(Buffer.from('no tar at all'));
