/** The text form, read byte by byte: one or several solids, each a run of facets. */
import { createBox } from './box.ts';
import { unfit } from './check.ts';
import type { StlReader } from './stl.ts';

/** What stands in a facet, in order; `#` is a number. */
const facet = [
  ...['facet', 'normal', '#', '#', '#', 'outer', 'loop'],
  ...['vertex', '#', '#', '#', 'vertex', '#', '#', '#', 'vertex', '#', '#', '#'],
  ...['endloop', 'endfacet'],
] as const;
/** Where in `facet` the corners' numbers begin. */
const corners = [8, 12, 16];
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const notFinite = /^[+-]?(?:nan|inf(?:inity)?|1\.#.*)/i;
/** Longer words stand in no STL; a file without any space must not be held whole. */
const longestWord = 80;

const space = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

/** `between` solids, `name` (the rest of a line), `solid` (before a facet), or a facet's next word. */
type At = 'between' | 'name' | 'solid' | number;

function createGrammar() {
  const box = createBox();
  const numbers: number[] = [];
  let at: At = 'between';
  /** What follows the rest of the line. */
  let after: At = 'solid';
  let triangles = 0;

  const broken = (word: string) =>
    unfit('badContent', 'stl-syntax', { triangle: triangles + 1, word: word.slice(0, 20) });
  const named = (next: At) => {
    at = 'name';
    after = next;
  };
  const numeral = (word: string) => {
    const value = Math.fround(Number(word));
    if (notFinite.test(word) || (number.test(word) && !Number.isFinite(value)))
      throw unfit('badContent', 'stl-not-finite', { triangle: triangles + 1 });
    if (!number.test(word)) throw broken(word);
    numbers.push(value);
  };
  const closeFacet = () => {
    const [, , , ...xyz] = numbers;
    for (let i = 0; i < corners.length * 3; i += 3) box.add(xyz[i] ?? 0, xyz[i + 1] ?? 0, xyz[i + 2] ?? 0);
    numbers.length = 0;
    triangles++;
    at = 'solid';
  };
  const inFacet = (step: number, word: string) => {
    const wanted = facet[step];
    if (wanted === '#') numeral(word);
    else if (word.toLowerCase() !== wanted) throw broken(word);
    at = step + 1;
    if (at === facet.length) closeFacet();
  };
  return {
    /** The rest of this line is a name. */
    inName: () => at === 'name',
    endOfLine: () => {
      if (at === 'name') at = after;
    },
    word(word: string) {
      if (typeof at === 'number') return inFacet(at, word);
      const lower = word.toLowerCase();
      if (at === 'between' && lower === 'solid') return named('solid');
      if (at === 'solid' && lower === 'endsolid') return named('between');
      if (at === 'solid' && lower === 'facet') return inFacet(0, word);
      throw broken(word);
    },
    end() {
      const closed = at === 'between' || (at === 'name' && after === 'between');
      if (!closed) throw unfit('badContent', 'stl-truncated', { triangles });
      return { format: 'ascii' as const, triangles, box: box.value() };
    },
  };
}

/** Reads text as it comes; a word may lie across two chunks. */
export function readAscii(): StlReader {
  const grammar = createGrammar();
  let carry = '';
  let first = true;

  const take = (text: string) => {
    if (text.length > longestWord)
      throw unfit('badContent', 'stl-syntax', { triangle: 1, word: text.slice(0, 20) });
    grammar.word(text);
  };
  /** Index of the next line break from `i` on, or the end. */
  const lineEnd = (bytes: Buffer, i: number) => {
    let at = i;
    while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
    return at;
  };
  const wordEnd = (bytes: Buffer, i: number) => {
    let at = i;
    while (at < bytes.length && !space(bytes[at] ?? 32)) at++;
    return at;
  };
  const scan = (bytes: Buffer, from: number) => {
    let i = from;
    while (i < bytes.length) {
      const byte = bytes[i] ?? 32;
      if (grammar.inName()) {
        i = lineEnd(bytes, i);
        if (i < bytes.length) grammar.endOfLine();
      } else if (space(byte)) i++;
      else {
        const end = wordEnd(bytes, i);
        const word = bytes.toString('latin1', i, end);
        if (end === bytes.length) {
          carry = word;
          return;
        }
        take(word);
        i = end;
      }
    }
  };
  return {
    write(chunk) {
      let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (first && bytes.subarray(0, 3).toString('latin1') === '\xef\xbb\xbf') bytes = bytes.subarray(3);
      first = first && chunk.length === 0;
      let from = 0;
      if (carry !== '') {
        from = wordEnd(bytes, 0);
        carry += bytes.toString('latin1', 0, from);
        if (carry.length > longestWord) take(carry);
        if (from === bytes.length) return;
        take(carry);
        carry = '';
      }
      scan(bytes, from);
    },
    end() {
      if (carry !== '') take(carry);
      carry = '';
      return grammar.end();
    },
  };
}
