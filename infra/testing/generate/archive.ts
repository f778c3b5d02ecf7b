/** Archives for tests: as small as their formats allow. */
import { crc32, gzipSync } from 'node:zlib';

/** A zip that holds one stored file. */
export function zip(name = 'notes.txt', content: Uint8Array = Buffer.from('notes')): Buffer {
  const file = Buffer.from(name);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, file, content]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, Buffer.alloc(14), file]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}

/** Heads of formats of which nothing but the head is looked at. */
export const rar = () => Buffer.concat([Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'), Buffer.alloc(64)]);
export const sevenZip = () => Buffer.concat([Buffer.from("7z\xbc\xaf'\x1c", 'latin1'), Buffer.alloc(64)]);

/** A tar with one empty file, gzipped. */
export function tarGz(name = 'notes.txt'): Buffer {
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

/** gzip of something that is no tar. */
export const gz = () => gzipSync(Buffer.from('no tar at all'));
