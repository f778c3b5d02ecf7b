/** Parses a PLY header: the elements that follow, and the properties of their records. */
import { decodeLatin1 } from '#events/file/bytes.ts';
import { createSyntaxRefusal } from './text-lines.ts';

type Encoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

type NumberType = { bytes: number; read: (view: DataView, at: number, little: boolean) => number };
const int8: NumberType = { bytes: 1, read: (view, at) => view.getInt8(at) };
const uint8: NumberType = { bytes: 1, read: (view, at) => view.getUint8(at) };
const int16: NumberType = { bytes: 2, read: (view, at, little) => view.getInt16(at, little) };
const uint16: NumberType = { bytes: 2, read: (view, at, little) => view.getUint16(at, little) };
const int32: NumberType = { bytes: 4, read: (view, at, little) => view.getInt32(at, little) };
const uint32: NumberType = { bytes: 4, read: (view, at, little) => view.getUint32(at, little) };
const float32: NumberType = { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) };
const float64: NumberType = { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) };

/** Type names of PLY, old and new. */
const types: Record<string, NumberType> = {
  char: int8,
  int8,
  uchar: uint8,
  uint8,
  short: int16,
  int16,
  ushort: uint16,
  uint16,
  int: int32,
  int32,
  uint: uint32,
  uint32,
  float: float32,
  float32,
  double: float64,
  float64,
};

/** `count` is the type of a list's length, null for a single number. */
type Property = { name: string; type: NumberType; count: NumberType | null };
export type PlyElement = { name: string; count: number; properties: Property[] };
export type PlyHeader = { encoding: Encoding; elements: PlyElement[]; lines: number };

/** Returns the number type of a word. Own keys only, so that `constructor` is not a type. */
const typeOf = (word = '') => (Object.hasOwn(types, word) ? types[word] : undefined);
const encodings: readonly string[] = ['ascii', 'binary_little_endian', 'binary_big_endian'];
const isEncoding = (word: string): word is Encoding => encodings.includes(word);

function propertyOf(words: readonly string[], line: number): Property {
  const isList = words[1] === 'list';
  const [count, type] = isList ? [typeOf(words[2]), typeOf(words[3])] : [null, typeOf(words[1])];
  const name = words[isList ? 4 : 2];
  if (!type || count === undefined || name === undefined) throw createSyntaxRefusal(line);
  return { name, type, count };
}

/** Header statements by their first word. */
const statements: Record<string, (header: PlyHeader, words: string[], line: number) => void> = {
  ply: () => {},
  comment: () => {},
  obj_info: () => {},
  end_header: () => {},
  format: (header, [, encoding = ''], line) => {
    if (!isEncoding(encoding)) throw createSyntaxRefusal(line);
    header.encoding = encoding;
  },
  element: (header, [, name = '', count = ''], line) => {
    if (!/^\d{1,10}$/.test(count)) throw createSyntaxRefusal(line);
    header.elements.push({ name, count: Number(count), properties: [] });
  },
  property: (header, words, line) => {
    const element = header.elements.at(-1);
    if (!element) throw createSyntaxRefusal(line);
    element.properties.push(propertyOf(words, line));
  },
};

/** Parses a PLY header. @param bytes from `ply` to the line break after `end_header`. @throws Refusal naming the line */
export function parsePlyHeader(bytes: Uint8Array): PlyHeader {
  const header: PlyHeader = { encoding: 'ascii', elements: [], lines: 0 };
  const lines = decodeLatin1(bytes)
    .replace(/[\r\n]+$/, '')
    .split(/\r\n|\r|\n/);
  for (const [i, text] of lines.entries()) {
    const words = text.trim().split(/\s+/);
    const statement = Object.hasOwn(statements, words[0] ?? '') ? statements[words[0] ?? ''] : undefined;
    if (!statement) throw createSyntaxRefusal(i + 1);
    statement(header, words, i + 1);
  }
  return { ...header, lines: lines.length };
}
