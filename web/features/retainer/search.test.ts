import { expect, test } from 'vitest';
import { applyHref } from './search.ts';

test('the form is opened for any case, for one, or as an earlier order', () => {
  expect([applyHref(), applyHref('AB2', 3)]).toEqual([
    '/createRetainerWidget',
    '/createRetainerWidget?id=AB2&again=3',
  ]);
});
