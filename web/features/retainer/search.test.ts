import { expect, test } from 'vitest';
import { applyHref, readRetainerSearch, retainersHref, retainersQuery } from './search.ts';

test('an address is read, and what it does not say is left out', () => {
  expect(readRetainerSearch({ filter: '3', q: '张', page: '2' })).toEqual({ filter: 3, q: '张', page: 2 });
  expect(readRetainerSearch({ filter: '5', q: '', page: '0', x: 1 })).toEqual({});
});

test('another filter begins at the first page; a page keeps the filter', () => {
  expect(retainersHref({ filter: 1, q: 'a', page: 3 }, { filter: 2 })).toBe('/retainerList?filter=2&q=a');
  expect(retainersHref({ filter: 1 }, { page: 2 })).toBe('/retainerList?filter=1&page=2');
  expect(retainersHref({ filter: 1 }, { filter: undefined })).toBe('/retainerList');
  expect(retainersQuery({ q: '张', page: 2 })).toBe('keyword=%E5%BC%A0&page=2');
});

test('the form is opened for any case, for one, or as an earlier order', () => {
  expect([applyHref(), applyHref('AB2', 3)]).toEqual([
    '/createRetainerWidget',
    '/createRetainerWidget?id=AB2&again=3',
  ]);
});
