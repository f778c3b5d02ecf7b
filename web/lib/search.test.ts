import { expect, test } from 'vitest';
import { neutral, oneOf, ordered, pages, searchOf, text, ticked, whole } from './search.ts';

const search = searchOf('/api/cases', '/list', {
  tab: neutral(oneOf('tab', ['action'])),
  filter: whole('filter', 1, 4),
  q: text('keyword', 3),
  archived: ticked('archived'),
  page: pages,
  sort: ordered('-updatedAt', ['updatedAt', 'caseId']),
});

test('an address is read, and what it may not say is left out', () => {
  expect(search.read({ filter: '3', q: 2026, page: '2', archived: 1, sort: '-caseId' })).toEqual({
    filter: 3,
    q: '202',
    page: 2,
    archived: true,
    sort: '-caseId',
  });
  expect(search.read({ tab: 'x', filter: '5', q: '', page: '1', sort: '-updatedAt', x: 1 })).toEqual({});
});

test('another filter begins at the first page; a page keeps the filter', () => {
  expect(search.href({ filter: 1, q: 'a', page: 3 }, { filter: 2 })).toBe('/list?filter=2&q=a');
  expect(search.href({ filter: 1 }, { page: 2 })).toBe('/list?filter=1&page=2');
  expect(search.href({ filter: 1 }, { filter: null })).toBe('/list');
});

test('the server is asked by its own names', () => {
  expect(search.query({ q: '张', page: 2 })).toBe('keyword=%E5%BC%A0&page=2');
});

test('a tab, a page and an order narrow nothing', () => {
  expect(search.isNarrowed({ tab: 'action', page: 2, sort: 'caseId' })).toBe(false);
  expect(search.isNarrowed({ filter: 1 })).toBe(true);
});
