/** Reads text STL byte by byte: one or several solids, each with its facets. */
import { bytesMatchAt, concatBytes, decodeLatin1, toAsciiBytes } from './bytes.ts';
import { refusalOfUnfitFile } from './check.ts';
import type { StlReader } from './stl.ts';
import { parseStlNumber } from './stl-number.ts';
import { createTriangleRuns, type OnTriangles } from './triangle-runs.ts';

const corner = ['vertex', '#', '#', '#'] as const;
/** Words of a facet, in order; `#` is a number. */
const facet = [
  ...['facet', 'normal', '#', '#', '#', 'outer', 'loop'],
  ...[...corner, ...corner, ...corner],
  ...['endloop', 'endfacet'],
].map(word => (word === '#' ? '#' : toAsciiBytes(word)));
/** A number with a decimal comma, as some exporters write on a German or French system. */
const decimalComma = /^[+-]?\d+,\d+(?:e[+-]?\d+)?$/i;
const normal = toAsciiBytes('normal');
/** Index in a facet after the words `facet normal`. */
const afterNormal = 2;
const solid = toAsciiBytes('solid');
const endsolid = toAsciiBytes('endsolid');
const facetStart = toAsciiBytes('facet');
/** Longest word in bytes. A file without any space must not be held whole. */
const longestWord = 80;

const space = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

/** True if the bytes are this lower-case word, ignoring case. */
function says(bytes: Uint8Array, from: number, to: number, word: Uint8Array): boolean {
  if (to - from !== word.length) return false;
  for (let i = 0; i < word.length; i++) if (((bytes[from + i] ?? 0) | 32) !== word[i]) return false;
  return true;
}

/**
 * Parser state: `between` solids, `name` (the rest of a line), `solid` (before a facet), or the index in a
 * facet.
 */
type At = 'between' | 'name' | 'solid' | number;

function createGrammar(onTriangles: OnTriangles) {
  const runs = createTriangleRuns(onTriangles);
  /** Numbers of a facet: normal, then corners. */
  const numbers = new Float64Array(12);
  let count = 0;
  let at: At = 'between';
  /** State after the rest of the line. */
  let after: At = 'solid';
  /** Whether the last word of the name was `facet`. */
  let facetInName = false;

  const broken = (bytes: Uint8Array, from: number, to: number) =>
    refusalOfUnfitFile('badContent', 'stl-syntax', {
      triangle: runs.triangles() + 1,
      word: decodeLatin1(bytes, from, Math.min(to, from + 20)),
    });
  const named = (next: At) => {
    at = 'name';
    after = next;
    facetInName = false;
  };
  /** In a file without line breaks, the words `facet normal` end the name. */
  const inName = (bytes: Uint8Array, from: number, to: number) => {
    if (facetInName && says(bytes, from, to, normal)) at = afterNormal;
    facetInName = says(bytes, from, to, facetStart);
  };
  const comma = (word: string) =>
    refusalOfUnfitFile('badContent', 'stl-comma', { triangle: runs.triangles() + 1, word });
  const numeral = (bytes: Uint8Array, from: number, to: number) => {
    const value = parseStlNumber(bytes, from, to);
    if (value === 'malformed') {
      const word = decodeLatin1(bytes, from, Math.min(to, from + 20));
      throw decimalComma.test(word) ? comma(word) : broken(bytes, from, to);
    }
    if (!Number.isFinite(value))
      throw refusalOfUnfitFile('badContent', 'stl-not-finite', { triangle: runs.triangles() + 1 });
    numbers[count++] = value;
  };
  const closeFacet = () => {
    for (let i = 3; i < 12; i += 3) runs.corner(numbers[i] ?? 0, numbers[i + 1] ?? 0, numbers[i + 2] ?? 0);
    count = 0;
    at = 'solid';
  };
  const inFacet = (step: number, bytes: Uint8Array, from: number, to: number) => {
    const wanted = facet[step];
    if (wanted === '#') numeral(bytes, from, to);
    else if (!wanted || !says(bytes, from, to, wanted)) throw broken(bytes, from, to);
    at = step + 1;
    if (at === facet.length) closeFacet();
  };
  return {
    /** Whether the parser is in the name of a solid, which ends with the line. */
    inName: () => at === 'name',
    endOfLine: () => {
      if (at === 'name') at = after;
    },
    word(bytes: Uint8Array, from: number, to: number) {
      if (at === 'name') return inName(bytes, from, to);
      if (typeof at === 'number') return inFacet(at, bytes, from, to);
      if (at === 'solid' && says(bytes, from, to, facetStart)) return inFacet(0, bytes, from, to);
      if (at === 'between' && says(bytes, from, to, solid)) return named('solid');
      if (at === 'solid' && says(bytes, from, to, endsolid)) return named('between');
      throw broken(bytes, from, to);
    },
    end() {
      const closed = at === 'between' || (at === 'name' && after === 'between');
      if (!closed) throw refusalOfUnfitFile('badContent', 'stl-truncated', { triangles: runs.triangles() });
      return { format: 'ascii' as const, ...runs.end() };
    },
  };
}

/** Index of the next byte that ends a word, from `i`; or the end. */
function wordEnd(bytes: Uint8Array, i: number): number {
  let at = i;
  while (at < bytes.length && !space(bytes[at] ?? 32)) at++;
  return at;
}

/** UTF-8 byte order mark. */
const mark = toAsciiBytes('\xef\xbb\xbf');

/** Reads streamed text. A word may be split across two chunks. */
export function createAsciiStlReader(onTriangles: OnTriangles): StlReader {
  const grammar = createGrammar(onTriangles);
  let carry = new Uint8Array(0);
  let begun = false;

  const take = (bytes: Uint8Array, from: number, to: number) => {
    if (to - from > longestWord && !grammar.inName())
      throw refusalOfUnfitFile('badContent', 'stl-syntax', {
        triangle: 1,
        word: decodeLatin1(bytes, from, from + 20),
      });
    grammar.word(bytes, from, to);
  };
  const scan = (bytes: Uint8Array, from: number) => {
    let i = from;
    while (i < bytes.length) {
      const byte = bytes[i] ?? 32;
      if (byte === 10 || byte === 13) grammar.endOfLine();
      if (space(byte)) i++;
      else {
        const end = wordEnd(bytes, i);
        if (end === bytes.length) {
          carry = Uint8Array.from(bytes.subarray(i, end));
          return;
        }
        take(bytes, i, end);
        i = end;
      }
    }
  };
  /** Returns the index after a word that began in the previous chunk; undefined if it is still incomplete. */
  const finishWord = (bytes: Uint8Array): number | undefined => {
    if (carry.length === 0) return 0;
    const end = wordEnd(bytes, 0);
    carry = concatBytes(carry, bytes.subarray(0, end));
    if (end === bytes.length && carry.length <= longestWord) return undefined;
    const word = carry;
    carry = new Uint8Array(0);
    take(word, 0, word.length);
    return end;
  };
  return {
    write(chunk) {
      const bytes = !begun && bytesMatchAt(chunk, 0, mark) ? chunk.subarray(mark.length) : chunk;
      begun = begun || chunk.length > 0;
      const from = finishWord(bytes);
      if (from !== undefined) scan(bytes, from);
    },
    end() {
      if (carry.length > 0) take(carry, 0, carry.length);
      carry = new Uint8Array(0);
      return grammar.end();
    },
  };
}
