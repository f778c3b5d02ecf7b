import { describe, expect, test } from 'vitest';
import { isNewer, lesser, mergeRow, prepend } from './merge.ts';

type Row = { id: string; position: string; name: string };
const row = (id: string, at: number, name = id): Row => ({ id, position: `log-${at}`, name });
const idOf = (item: Row) => item.id;

describe('positions', () => {
  test('count as numbers, not as text', () => {
    expect(isNewer('log-10', 'log-9')).toBe(true);
    expect(isNewer('log-9', 'log-10')).toBe(false);
    expect(isNewer('log-9', 'log-9')).toBe(false);
  });
  test('of another log are always news', () => expect(isNewer('new-1', 'old-99')).toBe(true));
  test('a page stands at the least of what it shows', () => {
    expect(lesser(null, 'log-5')).toBe('log-5');
    expect(lesser('log-5', 'log-12')).toBe('log-5');
    expect(lesser('log-12', 'log-5')).toBe('log-5');
  });
});

describe('a pushed row', () => {
  const items = [row('A', 3), row('B', 7), row('C', 1)];
  const lay = (change: { id: string; position: string; row: unknown }) => mergeRow(items, change, idOf);

  test('takes its place without moving the others', () => {
    const { items: after, changed } = lay({ id: 'B', position: 'log-8', row: row('B', 8, 'new') });
    expect(after.map(item => item.name)).toEqual(['A', 'new', 'C']);
    expect(changed).toBe(true);
  });
  test('that is older than what is shown changes nothing', () => {
    const { items: after, changed } = lay({ id: 'B', position: 'log-6', row: row('B', 6, 'old') });
    expect(after.map(item => item.name)).toEqual(['A', 'B', 'C']);
    expect(changed).toBe(false);
  });
  test('that is not on this page is not added', () => {
    expect(lay({ id: 'D', position: 'log-9', row: row('D', 9) }).items).toEqual(items);
  });
  test('that was lost from sight goes', () => {
    expect(lay({ id: 'A', position: 'log-9', row: null }).items.map(idOf)).toEqual(['B', 'C']);
  });
});

test('news come first, each once, and no more than there is room for', () => {
  const after = prepend(
    [row('A', 1), row('B', 2), row('C', 3)],
    [row('D', 4), row('B', 5, 'again')],
    idOf,
    3,
  );
  expect(after.map(item => item.name)).toEqual(['D', 'again', 'A']);
});
