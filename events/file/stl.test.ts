import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createZip } from '../../infra/testing/generate/archive.ts';
import { createPdf, createPng } from '../../infra/testing/generate/image.ts';
import { oddFiles } from '../../infra/testing/generate/odd-files.ts';
import {
  asciiStl,
  binaryStl,
  createWavyTube,
  stlWithCoordinate,
  stlWithWrongCount,
  tetrahedronTriangles,
} from '../../infra/testing/generate/stl.ts';
import { createStlCheck } from './stl.ts';
import { checkStl, stlVerdict } from './testing.ts';

describe('a valid model', () => {
  it('has its triangle count and bounding box reported, for binary and text', () => {
    const box = [0, 0, 0, 10, 10, 10];
    expect(checkStl(binaryStl())).toEqual({
      mime: 'model/stl',
      model: { format: 'binary', triangles: 4, box },
    });
    expect(checkStl(asciiStl())).toEqual({
      mime: 'model/stl',
      model: { format: 'ascii', triangles: 4, box },
    });
  });
  it.each([
    ['a header that begins with solid', binaryStl(tetrahedronTriangles(), 'solid but binary')],
    ['one line break after the last triangle', Buffer.concat([binaryStl(), Buffer.from('\n')])],
    ['a zero byte after the last triangle', Buffer.concat([binaryStl(), Buffer.alloc(1)])],
    [
      '1,024 bytes of text after the last triangle',
      Buffer.concat([binaryStl(), Buffer.alloc(1024, 'scanner ')]),
    ],
  ])('is read as binary with %s', (_what, bytes) => {
    expect(stlVerdict(bytes)).toBe('binary 4 [0.000 0.000 0.000 10.000 10.000 10.000]');
  });
  it.each([
    ['CRLF', asciiStl(tetrahedronTriangles(), 'dos', '\r\n')],
    ['a Chinese name', asciiStl(tetrahedronTriangles(), '上颌 facet')],
    ['a byte order mark', Buffer.concat([Buffer.from('\ufeff'), asciiStl()])],
    ['capitals', Buffer.from(asciiStl().toString().toUpperCase())],
    ['no line break at its end', Buffer.from(asciiStl(tetrahedronTriangles(), '').toString().trimEnd())],
    ['an empty solid before it', Buffer.concat([Buffer.from('solid a\nendsolid a\n'), asciiStl()])],
    ['everything on one line', Buffer.from(asciiStl().toString().replaceAll('\n', ' '))],
    [
      'two solids on one line',
      Buffer.from(`solid a endsolid a ${asciiStl().toString().replaceAll('\n', ' ')}`),
    ],
    ['exponents', Buffer.from(asciiStl().toString().replaceAll('vertex 10 ', 'vertex +1.0E+01 '))],
  ])('is read as text with %s', (_what, bytes) => {
    expect(stlVerdict(bytes)).toBe('ascii 4 [0.000 0.000 0.000 10.000 10.000 10.000]');
  });
});

describe('an invalid model', () => {
  const text = asciiStl().toString();
  const cases: [string, Buffer, string][] = [
    ['an empty file', Buffer.alloc(0), 'wrongFormat not-stl'],
    ['a PNG', createPng(), 'wrongFormat not-stl'],
    ['a PDF', createPdf(), 'wrongFormat not-stl'],
    ['a zip', createZip(), 'wrongFormat not-stl'],
    ['prose', Buffer.from('A letter to the laboratory. '.repeat(9)), 'wrongFormat not-stl'],
    ['a count of one more', stlWithWrongCount(5), 'badContent stl-length'],
    ['a count of one less', stlWithWrongCount(3), 'badContent stl-length'],
    ['a count of 4 thousand million', stlWithWrongCount(0xffffffff), 'badContent stl-length'],
    ['a byte cut off', binaryStl().subarray(0, -1), 'badContent stl-length'],
    ['a zip after the end', Buffer.concat([binaryStl(), createZip()]), 'badContent stl-trailing'],
    ['1,025 bytes after the end', Buffer.concat([binaryStl(), Buffer.alloc(1025)]), 'badContent stl-length'],
    [
      'a whole triangle after the end',
      Buffer.concat([binaryStl(), Buffer.alloc(50)]),
      'badContent stl-length',
    ],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), 'wrongFormat stl-utf16'],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'wrongFormat stl-utf16'],
    ['UTF-16, high byte first', Buffer.from(text, 'utf16le').swap16(), 'wrongFormat stl-utf16'],
    ['no triangle, binary', binaryStl(new Float32Array(0)), 'badContent stl-empty'],
    ['no triangle, text', Buffer.from('solid a\nendsolid a\n'), 'badContent stl-empty'],
    ['NaN in a corner', stlWithCoordinate(Number.NaN), 'badContent stl-not-finite'],
    ['NaN in a normal', stlWithCoordinate(Number.NaN, 84), 'badContent stl-not-finite'],
    [
      'Infinity in a corner',
      stlWithCoordinate(Number.POSITIVE_INFINITY, 84 + 44),
      'badContent stl-not-finite',
    ],
    ['nan as text', Buffer.from(text.replace('vertex 10', 'vertex nan')), 'badContent stl-not-finite'],
    [
      '1.#QNAN as text',
      Buffer.from(text.replace('vertex 10', 'vertex 1.#QNAN')),
      'badContent stl-not-finite',
    ],
    [
      'a number beyond float32',
      Buffer.from(text.replace('vertex 10', 'vertex 1e39')),
      'badContent stl-not-finite',
    ],
    ['a decimal comma', Buffer.from(text.replace('vertex 10', 'vertex 1,5')), 'badContent stl-comma'],
    ['a hexadecimal number', Buffer.from(text.replace('vertex 10', 'vertex 0x10')), 'badContent stl-syntax'],
    [
      'a corner too many',
      Buffer.from(text.replace('endloop', 'vertex 0 0 0 endloop')),
      'badContent stl-syntax',
    ],
    ['text cut in a facet', Buffer.from(text.slice(0, -60)), 'badContent stl-truncated'],
    [
      'text cut after a facet',
      Buffer.from(text.slice(0, text.lastIndexOf('endsolid'))),
      'badContent stl-truncated',
    ],
    ['a name without an end', Buffer.from(`solid ${'x'.repeat(999)}`), 'badContent stl-truncated'],
    ['a word without an end', Buffer.from(`solid x\n${'y'.repeat(999)}`), 'badContent stl-syntax'],
  ];
  it.each(cases)('is refused for %s', (_what, bytes, expected) => {
    expect(stlVerdict(bytes)).toBe(expected);
    expect(stlVerdict(bytes, [7])).toBe(expected);
  });
});

describe('a stream', () => {
  it('longer than its triangle count is refused at once, without buffering', () => {
    const reader = createStlCheck(binaryStl().length);
    reader.write(binaryStl());
    expect(() => reader.write(new Uint8Array(2))).toThrow(
      expect.objectContaining({
        refusal: 'badContent',
        data: { issues: [expect.objectContaining({ issue: 'stl-length' })] },
      }),
    );
  });
});

/** Reference reader: parses the whole file at once with simple code. */
function slowTwin(bytes: Buffer): string {
  const said = (numbers: number[], format: string) => {
    if (numbers.length < 4 * 9) return 'refused';
    const axis = (k: number) => numbers.filter((_v, i) => i % 3 === k);
    const box = [Math.min, Math.max].flatMap(f => [0, 1, 2].map(k => f(...axis(k)) + 0));
    return `${format} ${numbers.length / 9} [${box.map(v => v.toFixed(3)).join(' ')}]`;
  };
  const count = bytes.length >= 84 ? bytes.readUInt32LE(80) : -1;
  const over = bytes.length - 84 - 50 * count;
  if (count > 0 && (over === 0 || (over === 1 && bytes.at(-1) === 10))) {
    const all = Array.from({ length: count * 12 }, (_v, i) =>
      bytes.readFloatLE(84 + Math.floor(i / 12) * 50 + (i % 12) * 4),
    );
    return all.every(Number.isFinite)
      ? said(
          all.filter((_v, i) => i % 12 >= 3),
          'binary',
        )
      : 'refused';
  }
  // Trap: \s also matches latin1's no-break space, so white space is listed by bytes.
  const w = '[\\t-\\r ]';
  const name = '(?:[\\t\\v\\f ][^\\r\\n]*)?';
  const vector = `${w}+([^\\t-\\r ]+)`.repeat(3);
  const words = ['facet', 'normal', 'outer', 'loop', 'vertex', 'endloop', 'endfacet'];
  const [facet, normal, outer, loop, vertex, endloop, endfacet] = words;
  const triangle = `${facet}${w}+${normal}${vector}${w}+${outer}${w}+${loop}(?:${w}+${vertex}${vector}){3}${w}+${endloop}${w}+${endfacet}${w}+`;
  const solid = `${w}*solid${name}[\\r\\n]${w}*(?:${triangle})*endsolid${name}(?:[\\r\\n]|$)`;
  if (count >= 0 && bytes.subarray(0, 84).includes(0)) return 'refused';
  const text = bytes.toString('latin1');
  if (!new RegExp(`^(?:${solid})+${w}*$`, 'i').test(text)) return 'refused';
  const numbers = [...text.matchAll(new RegExp(`(?:normal|vertex)${vector}`, 'gi'))].map(m => m.slice(1));
  const wellFormed = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
  if (!numbers.flat().every(v => wellFormed.test(v) && Number.isFinite(Math.fround(Number(v)))))
    return 'refused';
  const corners = numbers.filter((_v, i) => i % 4 !== 0).flatMap(v => v.map(n => Math.fround(Number(n))));
  return corners.length > 0 ? said(corners, 'ascii') : 'refused';
}

describe('the streaming reader', () => {
  const coordinate = fc.float({ noDefaultInfinity: true, noNaN: true, min: -500, max: 500 });
  const model = fc
    .array(coordinate, { minLength: 36, maxLength: 72 })
    .map(list => Float32Array.from(list.slice(0, list.length - (list.length % 9))));
  const file = fc.oneof(
    model.map(m => binaryStl(m)),
    model.map(m => asciiStl(m)),
    model.map(m => asciiStl(m, '颌', '\r\n')),
  );
  const change = fc.record({ at: fc.nat(4000), byte: fc.nat(255), cut: fc.nat(6) });
  const pieces = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 });

  it('agrees with the reference reader on valid files, for any chunk sizes', () => {
    fc.assert(
      fc.property(file, pieces, (bytes, sizes) => {
        expect(stlVerdict(bytes, sizes)).toBe(slowTwin(bytes));
      }),
      { numRuns: 300, seed: 1 },
    );
  });
  it('agrees with the reference reader on damaged files', () => {
    fc.assert(
      fc.property(file, change, pieces, (sound, { at, byte, cut }, sizes) => {
        const bytes = Buffer.from(sound.subarray(0, cut > 3 ? sound.length - cut : sound.length));
        if (at < bytes.length) bytes[at] = byte;
        const said = stlVerdict(bytes, sizes);
        expect(/^(binary|ascii) /.test(said) ? said : 'refused').toBe(slowTwin(bytes));
      }),
      { numRuns: 3000, seed: 2 },
    );
  });
  it('reads 400,000 triangles', () => {
    expect(checkStl(binaryStl(createWavyTube(400_000))).model?.triangles).toBe(400_000);
  });
});

it.each(Object.entries(oddFiles))('the odd file %s has the expected verdict', (_what, { bytes, stl }) => {
  expect(stlVerdict(bytes).slice(0, stl.length)).toBe(stl);
  expect(stlVerdict(bytes, [7]).slice(0, stl.length)).toBe(stl);
});
