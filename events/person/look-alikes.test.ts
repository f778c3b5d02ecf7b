import { expect, it } from 'vitest';
import { lookAlikeKey } from './look-alikes.ts';

it.each([
  ['archline', 'аrсhlіnе', 'Cyrillic letters'],
  ['archline', 'ΑRCHLΙΝΕ', 'Greek capitals'],
  ['li.wei', '1i.wei', 'a digit for a letter'],
  ['doctor0', 'DOCTORo', 'a letter for a digit'],
  ['li.wei', 'ｌｉ.ｗｅｉ', 'full-width letters'],
])('%s looks like %s: %s', (one, other) => {
  expect(lookAlikeKey(other)).toBe(lookAlikeKey(one));
});

it.each([
  ['li.wei', 'li.wai'],
  ['李明', '李朋'],
  ['иван', 'ivan'],
])('%s does not look like %s', (one, other) => {
  expect(lookAlikeKey(other)).not.toBe(lookAlikeKey(one));
});
