import { expect, test } from 'vitest';
import { csvWithWords } from './csv-with-words.ts';

const columns = [
  { name: 'status', type: 'UTINYINT' },
  { name: 'note', type: 'VARCHAR' },
  { name: 'n', type: 'INTEGER' },
];
const csv = (rows: Parameters<typeof csvWithWords>[0]['rows']) =>
  csvWithWords({ columns, rows }, key => `word of ${key}`);

test('a column of codes has its words beside it', () => {
  expect(csv([[13, 'x', 2]])).toBe('\uFEFFstatus,status_text,note,n\n13,word of case:status.13,x,2\n');
});

test('an unknown code and NULL have no word', () => {
  expect(
    csv([
      [99, null, null],
      [null, 'a', 0],
    ]),
  ).toBe('\uFEFFstatus,status_text,note,n\n99,,,\n,,a,0\n');
});

test('texts are no formulas and keep their commas, quotes and lines; numbers keep their sign', () => {
  expect(csv([[13, '=1+1', -3]])).toContain(",'=1+1,-3\n");
  expect(csv([[13, 'a, "b"\nc', 1]])).toContain('"a, ""b""\nc"');
});
