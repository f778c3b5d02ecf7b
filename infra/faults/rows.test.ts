/** A read model that is deleted or damaged. */
import { expect, it } from 'vitest';
import { rowsDamaged } from './rows.ts';

it('rows that are gone or damaged are made anew at the start, and are the same', async () => {
  const seen = await rowsDamaged({ damages: 2, seed: 2 }, () => undefined);
  expect(seen).toMatch(/^6 damages/);
});
