import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseStlNumber } from './stl-number.ts';

const read = (text: string) => parseStlNumber(Buffer.from(text), 0, text.length);
const wellFormed = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

it('reads every number like JavaScript, rounded to single precision', () => {
  const written = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map(v => v.toFixed(6)),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map(v => v.toExponential(8)),
    fc.stringMatching(/^[+-]?\d{1,25}\.?\d{0,25}(?:[eE][+-]?\d{1,4})?$/),
  );
  fc.assert(
    fc.property(written, text => {
      expect(read(text)).toBe(Math.fround(Number(text)));
    }),
    { numRuns: 20_000, seed: 3 },
  );
});

it('rejects malformed numbers', () => {
  const near = fc.stringMatching(/^[+\-.\deE,x#naif_ ]{1,8}$/);
  fc.assert(
    fc.property(near, text => {
      const value = read(text);
      expect(typeof value === 'number' && Number.isFinite(value)).toBe(
        wellFormed.test(text) && Number.isFinite(Math.fround(Number(text))),
      );
    }),
    { numRuns: 20_000, seed: 4 },
  );
});

it.each(['nan', '-NaN', 'inf', '+Infinity', '1.#IND', '-1.#QNAN0', '1e39'])(
  'reads %s as a number that is not finite',
  text => {
    expect(Number.isFinite(read(text))).toBe(false);
    expect(read(text)).not.toBe('malformed');
  },
);
