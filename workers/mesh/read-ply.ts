/** Reads PLY, text and binary of either byte order. Ignores colours, normals and unknown elements. */
import { bytesMatchAt, concatBytes, dataViewOf, toAsciiBytes } from '#events/file/bytes.ts';
import { refusalOfUnfitFile } from '#events/file/check.ts';
import { parseStlNumber } from '#events/file/stl-number.ts';
import type { OnTriangles } from '#events/file/triangle-runs.ts';
import { type PlyElement, type PlyHeader, parsePlyHeader } from './ply-header.ts';
import { createFaceCollector, createNumberBuffer, type FaceCollector, type MeshReader } from './reader.ts';
import { createLineReader, createSyntaxRefusal, findWordEnd, findWordStart } from './text-lines.ts';

const headMax = 64 * 1024;
/** Longest record in bytes: a face of 10,000 corners in 64-bit numbers fits. */
const recordMax = 128 * 1024;
const headEnd = toAsciiBytes('end_header');
/** Maximum number of records without properties in all elements together. A file with more is refused as unreal. */
const emptyMax = 1_000_000;

/** Both names are in use for a face's list of corners. */
const isCorners = (name: string) => name === 'vertex_indices' || name === 'vertex_index';

/**
 * Receives an element's numbers: `one` gets each single property by its index; `corners` is the index of the
 * list to collect, −1 for none.
 */
type RecordSink = { one(property: number, value: number): void; corners: number; done(): void };

function createSinks(faces: FaceCollector, numbers: ReturnType<typeof createNumberBuffer>) {
  const at = new Float64Array(3);
  const vertex = (element: PlyElement): RecordSink => {
    const axes = element.properties.map(p => (p.count ? -1 : ['x', 'y', 'z'].indexOf(p.name)));
    if ([0, 1, 2].some(axis => !axes.includes(axis))) throw createSyntaxRefusal(1);
    return {
      one(property, value) {
        const axis = axes[property] ?? -1;
        if (axis >= 0) at[axis] = value;
      },
      corners: -1,
      done: () => faces.vertex(Math.fround(at[0] ?? 0), Math.fround(at[1] ?? 0), Math.fround(at[2] ?? 0)),
    };
  };
  const face = (element: PlyElement): RecordSink => ({
    one() {},
    corners: element.properties.findIndex(p => p.count !== null && isCorners(p.name)),
    done: () => faces.face(numbers.values, numbers.count()),
  });
  const other = (): RecordSink => ({ one() {}, corners: -1, done() {} });
  return (element: PlyElement) =>
    element.name === 'vertex' ? vertex(element) : element.name === 'face' ? face(element) : other();
}

/** Walks through the elements' records in the order of the header. */
function createRecords(header: PlyHeader, takerOf: (element: PlyElement) => RecordSink) {
  const elements = header.elements.filter(e => e.count > 0);
  let index = 0;
  let left = elements[0]?.count ?? 0;
  let taker = elements[0] && takerOf(elements[0]);
  return {
    /** The element whose record is next; undefined after the last. */
    now: () => {
      const element = elements[index];
      return element && taker ? { element, taker } : undefined;
    },
    next() {
      left -= 1;
      if (left > 0) return;
      index += 1;
      left = elements[index]?.count ?? 0;
      const element = elements[index];
      taker = element && takerOf(element);
    },
  };
}
type Records = ReturnType<typeof createRecords>;
type Numbers = ReturnType<typeof createNumberBuffer>;
type Body = { write(chunk: Uint8Array): void; end(): void };

function readText(header: PlyHeader, records: Records, numbers: Numbers): Body {
  return createLineReader((bytes, from, to, line) => {
    const now = records.now();
    if (!now) return;
    let at = from;
    const word = () => {
      const start = findWordStart(bytes, at, to);
      const end = findWordEnd(bytes, start, to);
      const value = end === start ? 'malformed' : parseStlNumber(bytes, start, end);
      if (value === 'malformed') throw createSyntaxRefusal(line);
      at = end;
      return value;
    };
    numbers.clear();
    for (const [i, property] of now.element.properties.entries()) {
      if (!property.count) {
        now.taker.one(i, word());
        continue;
      }
      const wanted = i === now.taker.corners;
      for (let count = word(); count > 0; count--) {
        const value = word();
        if (wanted && !numbers.push(value)) throw createSyntaxRefusal(line);
      }
    }
    now.taker.done();
    records.next();
  }, header.lines + 1);
}

function readBinary(header: PlyHeader, records: Records, numbers: Numbers): Body {
  const little = header.encoding === 'binary_little_endian';
  let carry = new Uint8Array(0);

  /** Reads the record at `from` and returns its end, or −1 if it is incomplete. */
  const record = (
    view: DataView,
    from: number,
    { element, taker }: { element: PlyElement; taker: RecordSink },
  ) => {
    numbers.clear();
    let at = from;
    for (let i = 0; i < element.properties.length; i++) {
      const property = element.properties[i];
      if (!property) break;
      const { type, count: counted } = property;
      let count = 1;
      if (counted) {
        if (at + counted.bytes > view.byteLength) return -1;
        count = counted.read(view, at, little);
        at += counted.bytes;
      }
      if (at + count * type.bytes > view.byteLength) return -1;
      for (let k = 0; k < count; k++, at += type.bytes) {
        if (!counted) taker.one(i, type.read(view, at, little));
        else if (i === taker.corners && !numbers.push(type.read(view, at, little)))
          throw createSyntaxRefusal(header.lines);
      }
    }
    taker.done();
    return at;
  };
  return {
    write(chunk) {
      const bytes = carry.length > 0 ? concatBytes(carry, chunk) : chunk;
      const view = dataViewOf(bytes);
      let at = 0;
      for (let now = records.now(); now; now = records.now()) {
        const next = record(view, at, now);
        if (next < 0) break;
        at = next;
        records.next();
      }
      // Ignores bytes after the last record.
      carry = records.now() ? Uint8Array.from(bytes.subarray(at)) : new Uint8Array(0);
      if (carry.length > recordMax) throw createSyntaxRefusal(header.lines);
    },
    end() {},
  };
}

/** Returns the offset of the body, −1 while the header is incomplete. */
function bodyAt(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(headEnd[0] ?? 0); at >= 0; at = bytes.indexOf(headEnd[0] ?? 0, at + 1)) {
    if (!bytesMatchAt(bytes, at, headEnd)) continue;
    const behind = at + headEnd.length;
    // A carriage return may be followed by a line feed that belongs to the same line end.
    if (bytes[behind] === 13 && behind + 1 >= bytes.length) return -1;
    if (bytes[behind] === 13) return bytes[behind + 1] === 10 ? behind + 2 : behind + 1;
    if (bytes[behind] === 10) return behind + 1;
  }
  return -1;
}

export function createPlyReader(onTriangles: OnTriangles): MeshReader {
  const faces = createFaceCollector(onTriangles);
  const numbers = createNumberBuffer();
  let head = new Uint8Array(0);
  let body: Body | undefined;
  let records: Records | undefined;

  const begin = (at: number) => {
    const header = parsePlyHeader(head.subarray(0, at));
    const bare = header.elements.filter(e => e.properties.length === 0);
    if (bare.reduce((sum, e) => sum + e.count, 0) > emptyMax) throw createSyntaxRefusal(header.lines);
    records = createRecords(header, createSinks(faces, numbers));
    body = (header.encoding === 'ascii' ? readText : readBinary)(header, records, numbers);
    body.write(head.subarray(at));
    head = new Uint8Array(0);
  };
  return {
    write(chunk) {
      if (body) return body.write(chunk);
      head = concatBytes(head, chunk);
      const at = bodyAt(head);
      if (at > headMax || (at < 0 && head.length > headMax)) throw createSyntaxRefusal(1);
      if (at >= 0) begin(at);
    },
    end() {
      body?.end();
      const left = records?.now();
      if (!records || left)
        throw refusalOfUnfitFile('badContent', 'mesh-truncated', { element: left?.element.name ?? 'header' });
      return faces.end();
    },
  };
}
