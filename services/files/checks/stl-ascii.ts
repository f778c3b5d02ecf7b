/** The text form, read byte by byte: one or several solids, each a run of facets. */
import { createBox } from './box.ts';
import { unfit } from './check.ts';
import type { StlReader } from './stl.ts';
import { readNumber } from './stl-number.ts';

const corner = ['vertex', '#', '#', '#'] as const;
/** What stands in a facet, in order; `#` is a number. */
const facet = [
  ...['facet', 'normal', '#', '#', '#', 'outer', 'loop'],
  ...[...corner, ...corner, ...corner],
  ...['endloop', 'endfacet'],
].map(word => (word === '#' ? '#' : Buffer.from(word)));
const solid = Buffer.from('solid');
const endsolid = Buffer.from('endsolid');
const facetStart = Buffer.from('facet');
/** Longer words stand in no STL; a file without any space must not be held whole. */
const longestWord = 80;

const space = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

/** Whether the bytes are a lower-case word, in whatever case they are written. */
function says(bytes: Buffer, from: number, to: number, word: Buffer): boolean {
  if (to - from !== word.length) return false;
  for (let i = 0; i < word.length; i++) if (((bytes[from + i] ?? 0) | 32) !== word[i]) return false;
  return true;
}

/** `between` solids, `name` (the rest of a line), `solid` (before a facet), or a facet's next word. */
type At = 'between' | 'name' | 'solid' | number;

function createGrammar() {
  const box = createBox();
  /** A facet's numbers: its normal, then its corners. */
  const numbers = new Float64Array(12);
  let count = 0;
  let at: At = 'between';
  /** What follows the rest of the line. */
  let after: At = 'solid';
  let triangles = 0;

  const broken = (bytes: Buffer, from: number, to: number) =>
    unfit('badContent', 'stl-syntax', {
      triangle: triangles + 1,
      word: bytes.toString('latin1', from, Math.min(to, from + 20)),
    });
  const named = (next: At) => {
    at = 'name';
    after = next;
  };
  const numeral = (bytes: Buffer, from: number, to: number) => {
    const value = readNumber(bytes, from, to);
    if (value === 'malformed') throw broken(bytes, from, to);
    if (!Number.isFinite(value)) throw unfit('badContent', 'stl-not-finite', { triangle: triangles + 1 });
    numbers[count++] = value;
  };
  const closeFacet = () => {
    for (let i = 3; i < 12; i += 3) box.add(numbers[i] ?? 0, numbers[i + 1] ?? 0, numbers[i + 2] ?? 0);
    count = 0;
    triangles++;
    at = 'solid';
  };
  const inFacet = (step: number, bytes: Buffer, from: number, to: number) => {
    const wanted = facet[step];
    if (wanted === '#') numeral(bytes, from, to);
    else if (!wanted || !says(bytes, from, to, wanted)) throw broken(bytes, from, to);
    at = step + 1;
    if (at === facet.length) closeFacet();
  };
  return {
    /** The rest of this line is a name. */
    inName: () => at === 'name',
    endOfLine: () => {
      if (at === 'name') at = after;
    },
    word(bytes: Buffer, from: number, to: number) {
      if (typeof at === 'number') return inFacet(at, bytes, from, to);
      if (at === 'solid' && says(bytes, from, to, facetStart)) return inFacet(0, bytes, from, to);
      if (at === 'between' && says(bytes, from, to, solid)) return named('solid');
      if (at === 'solid' && says(bytes, from, to, endsolid)) return named('between');
      throw broken(bytes, from, to);
    },
    end() {
      const closed = at === 'between' || (at === 'name' && after === 'between');
      if (!closed) throw unfit('badContent', 'stl-truncated', { triangles });
      return { format: 'ascii' as const, triangles, box: box.value() };
    },
  };
}

/** Index of the next byte that ends a line, or a word, from `i` on; or the end. */
function lineEnd(bytes: Buffer, i: number): number {
  let at = i;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}
function wordEnd(bytes: Buffer, i: number): number {
  let at = i;
  while (at < bytes.length && !space(bytes[at] ?? 32)) at++;
  return at;
}

const mark = Buffer.from('\ufeff');

/** Reads text as it comes; a word may lie across two chunks. */
export function readAscii(): StlReader {
  const grammar = createGrammar();
  let carry = Buffer.alloc(0);
  let begun = false;

  const take = (bytes: Buffer, from: number, to: number) => {
    if (to - from > longestWord)
      throw unfit('badContent', 'stl-syntax', {
        triangle: 1,
        word: bytes.toString('latin1', from, from + 20),
      });
    grammar.word(bytes, from, to);
  };
  const scan = (bytes: Buffer, from: number) => {
    let i = from;
    while (i < bytes.length) {
      if (grammar.inName()) {
        i = lineEnd(bytes, i);
        if (i < bytes.length) grammar.endOfLine();
      } else if (space(bytes[i] ?? 32)) i++;
      else {
        const end = wordEnd(bytes, i);
        if (end === bytes.length) {
          carry = Buffer.from(bytes.subarray(i, end));
          return;
        }
        take(bytes, i, end);
        i = end;
      }
    }
  };
  /** Where the chunk goes on after the word that the chunk before it began; undefined where it goes on still. */
  const finishWord = (bytes: Buffer): number | undefined => {
    if (carry.length === 0) return 0;
    const end = wordEnd(bytes, 0);
    carry = Buffer.concat([carry, bytes.subarray(0, end)]);
    if (end === bytes.length && carry.length <= longestWord) return undefined;
    const word = carry;
    carry = Buffer.alloc(0);
    take(word, 0, word.length);
    return end;
  };
  return {
    write(chunk) {
      let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (!begun && bytes.subarray(0, mark.length).equals(mark)) bytes = bytes.subarray(mark.length);
      begun = begun || chunk.length > 0;
      const from = finishWord(bytes);
      if (from !== undefined) scan(bytes, from);
    },
    end() {
      if (carry.length > 0) take(carry, 0, carry.length);
      carry = Buffer.alloc(0);
      return grammar.end();
    },
  };
}
