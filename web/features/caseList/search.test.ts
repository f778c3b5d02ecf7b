import { expect, test } from 'vitest';
import { shownRange } from './search.ts';

test.each([
  [1, 10, 10, { from: 1, to: 10 }],
  [3, 10, 10, { from: 21, to: 30 }],
  [3, 10, 7, { from: 21, to: 27 }],
])('page %i of %i with %i rows names the rows that it shows', (page, size, rows, range) => {
  expect(shownRange(page, size, rows)).toEqual(range);
});
