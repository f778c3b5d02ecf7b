import { expect, it } from 'vitest';
import { encodeCsv } from './csv.ts';

const textOf = (...rows: (string | number | null)[][]) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(encodeCsv(rows));

it('quotes separators, quotes and line breaks, and begins with a byte order mark', () => {
  expect(textOf(['a', 1, null], ['b,c', 'd"e', 'f\ng'])).toBe('\uFEFFa,1,\r\n"b,c","d""e","f\ng"\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('%j is no formula', text => {
  expect(textOf([text])).toBe(`\uFEFF'${text}\r\n`);
});

it('keeps negative numbers', () => {
  expect(textOf([-1])).toBe('\uFEFF-1\r\n');
});
