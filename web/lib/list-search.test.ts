import { expect, test } from 'vitest';
import {
  choiceField,
  createListSearch,
  flagField,
  integerField,
  nonNarrowingField,
  pageNumberField,
  sortField,
  textField,
} from './list-search.ts';

const search = createListSearch('/api/cases', '/list', {
  tab: nonNarrowingField(choiceField('tab', ['action'])),
  filter: integerField('filter', 1, 4),
  q: textField('keyword', 3),
  archived: flagField('archived'),
  page: pageNumberField,
  sort: sortField('-updatedAt', ['updatedAt', 'caseId']),
});

test('a list search reads an address and drops invalid values', () => {
  expect(search.read({ filter: '3', q: 2026, page: '2', archived: 1, sort: '-caseId' })).toEqual({
    filter: 3,
    q: '202',
    page: 2,
    archived: true,
    sort: '-caseId',
  });
  expect(search.read({ tab: 'x', filter: '5', q: '', page: '1', sort: '-updatedAt', x: 1 })).toEqual({});
});

test('a filter change goes back to the first page; a page change keeps the filter', () => {
  expect(search.href({ filter: 1, q: 'a', page: 3 }, { filter: 2 })).toBe('/list?filter=2&q=a');
  expect(search.href({ filter: 1 }, { page: 2 })).toBe('/list?filter=1&page=2');
  expect(search.href({ filter: 1 }, { filter: null })).toBe('/list');
});

test('the server query uses the server’s field names', () => {
  expect(search.query({ q: '张', page: 2 })).toBe('keyword=%E5%BC%A0&page=2');
});

test('tab, page and order do not count as narrowing', () => {
  expect(search.isNarrowed({ tab: 'action', page: 2, sort: 'caseId' })).toBe(false);
  expect(search.isNarrowed({ filter: 1 })).toBe(true);
});
