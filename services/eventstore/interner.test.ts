import { expect, it } from 'vitest';
import { createInterner } from './interner.ts';

it('gives equal texts for equal texts, also after it has forgotten some', () => {
  const same = createInterner(2);
  const texts = ['a', 'b', 'a', 'c', 'd', 'a', 'b', 'c', 'c'];
  expect(texts.map(same)).toEqual(texts);
});
