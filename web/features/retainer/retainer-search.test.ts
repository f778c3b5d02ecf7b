import { expect, test } from 'vitest';
import { retainerFormHref } from './retainer-search.ts';

test('the address of the retainer form names no case, a case, or an order to repeat', () => {
  expect([retainerFormHref(), retainerFormHref('AB2', 3)]).toEqual([
    '/createRetainerWidget',
    '/createRetainerWidget?id=AB2&again=3',
  ]);
});
