import { expect, it } from 'vitest';
import { createRowCache } from './rows.ts';
import { openRowStore } from './store.ts';
import type { View } from './view.ts';

it('the cache evicts rows beyond its limit, except unsaved ones', () => {
  const store = openRowStore({ file: ':memory:', lists: { shelf: ['when'] }, moved: [0] });
  for (const id of ['a', 'b', 'c', 'd']) store.put(0, id, 1n, `{"is":"${id}"}`);
  const looked: string[] = [];
  const counted: typeof store = {
    ...store,
    get: (view, id) => {
      looked.push(id);
      return store.get(view, id);
    },
  };
  // The boundary: the cache uses only these fields of a view.
  const cache = createRowCache(counted, [{ name: 'v', keep: 2 } as View]);
  for (const id of ['a', 'b', 'c', 'c', 'b']) expect(cache.stored('v', id)?.row).toEqual({ is: id });
  expect(looked).toEqual(['a', 'b', 'c']);
  cache.stored('v', 'a');
  expect(looked).toEqual(['a', 'b', 'c', 'a']);
  cache.change(cache.entry(0, 'd'), { is: 'new' }, 2n);
  for (const id of ['a', 'b', 'c']) cache.stored('v', id);
  expect(cache.stored('v', 'd')?.row).toEqual({ is: 'new' });
  store.close();
});
