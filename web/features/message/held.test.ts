import { describe, expect, test } from 'vitest';
import { heldItems, waitingOf } from './held.ts';

const of = (text: string, read = false) => [...text].map(id => ({ id, read }));
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('');

describe('a list that is scrolled', () => {
  test.each([
    ['abc', 'abc', ''],
    ['abc', 'xyab', 'xy'],
    ['abc', 'xyz', 'xyz'],
    ['', 'xy', 'xy'],
    ['abc', '', ''],
  ])('of %j with %j come, lets %j wait', (shown, latest, waiting) =>
    expect(ids(waitingOf(of(shown), of(latest)))).toBe(waiting),
  );
  test('stays where it is, each row as it stands now', () => {
    const held = heldItems(of('abc'), of('xab', true));
    expect(held.map(({ id, read }) => `${id}${read}`)).toEqual(['atrue', 'btrue', 'cfalse']);
  });
});
