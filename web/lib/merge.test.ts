import { describe, expect, test } from 'vitest';
import { earlierPosition, isNewerPosition, mergeRow, prependUnique } from './merge.ts';

type Row = { id: string; position: string; name: string };
const row = (id: string, at: number, name = id): Row => ({ id, position: `log-${at}`, name });
const idOf = (item: Row) => item.id;

describe('log positions', () => {
  test('are compared as numbers, not as text', () => {
    expect(isNewerPosition('log-10', 'log-9')).toBe(true);
    expect(isNewerPosition('log-9', 'log-10')).toBe(false);
    expect(isNewerPosition('log-9', 'log-9')).toBe(false);
  });
  test('of another log are always newer', () => expect(isNewerPosition('new-1', 'old-99')).toBe(true));
  test('of a page are the lowest of its rows', () => {
    expect(earlierPosition(null, 'log-5')).toBe('log-5');
    expect(earlierPosition('log-5', 'log-12')).toBe('log-5');
    expect(earlierPosition('log-12', 'log-5')).toBe('log-5');
  });
});

describe('a pushed row', () => {
  const items = [row('A', 3), row('B', 7), row('C', 1)];
  const lay = (change: { id: string; position: string; row: unknown }) => mergeRow(items, change, idOf);

  test('replaces its old version without moving other rows', () => {
    const { items: after, changed } = lay({ id: 'B', position: 'log-8', row: row('B', 8, 'new') });
    expect(after.map(item => item.name)).toEqual(['A', 'new', 'C']);
    expect(changed).toBe(true);
  });
  test('is ignored if it is older than the shown row', () => {
    const { items: after, changed } = lay({ id: 'B', position: 'log-6', row: row('B', 6, 'old') });
    expect(after.map(item => item.name)).toEqual(['A', 'B', 'C']);
    expect(changed).toBe(false);
  });
  test('is not added to a page that does not contain it', () => {
    expect(lay({ id: 'D', position: 'log-9', row: row('D', 9) }).items).toEqual(items);
  });
  test('is removed when the viewer lost access to it', () => {
    expect(lay({ id: 'A', position: 'log-9', row: null }).items.map(idOf)).toEqual(['B', 'C']);
  });
});

test('prependUnique puts new items first, keeps one of each id, and cuts the list to its maximum', () => {
  const after = prependUnique(
    [row('A', 1), row('B', 2), row('C', 3)],
    [row('D', 4), row('B', 5, 'again')],
    idOf,
    3,
  );
  expect(after.map(item => item.name)).toEqual(['D', 'again', 'A']);
});
