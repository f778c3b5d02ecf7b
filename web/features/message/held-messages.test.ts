import { describe, expect, test } from 'vitest';
import { newerThanShown, updateShownItems } from './held-messages.ts';

const of = (text: string, read = false) => [...text].map(id => ({ id, read }));
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('');

describe('a scrolled message list', () => {
  test.each([
    ['abc', 'abc', ''],
    ['abc', 'xyab', 'xy'],
    ['abc', 'xyz', 'xyz'],
    ['', 'xy', 'xy'],
    ['abc', '', ''],
  ])('that shows %j keeps new items waiting: page %j, waiting %j', (shown, latest, waiting) =>
    expect(ids(newerThanShown(of(shown), of(latest)))).toBe(waiting),
  );
  test('keeps its rows in place and updates their content', () => {
    const held = updateShownItems(of('abc'), of('xab', true));
    expect(held.map(({ id, read }) => `${id}${read}`)).toEqual(['atrue', 'btrue', 'cfalse']);
  });
});
