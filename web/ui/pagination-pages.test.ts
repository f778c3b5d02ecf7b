import { expect, it } from 'vitest';
import { paginationPages } from './pagination-pages.ts';

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 6, [1, 2, 3, null, 6]],
  [3, 5, [1, 2, 3, 4, 5]],
  [5, 10, [1, null, 4, 5, 6, null, 10]],
  [4, 10, [1, 2, 3, 4, 5, null, 10]],
  [10, 10, [1, null, 8, 9, 10]],
])('on page %i of %i, pagination offers %j', (page, pages, list) =>
  expect(paginationPages(page, pages)).toEqual(list),
);
