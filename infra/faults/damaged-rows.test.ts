/** A read model that is deleted or damaged. */
import { expect, it } from 'vitest';
import { testDamagedRows } from './damaged-rows.ts';

it('a starting server rebuilds missing or damaged read models with the same content', async () => {
  const seen = await testDamagedRows({ damages: 2, seed: 2 }, () => undefined);
  expect(seen).toMatch(/^6 damages/);
});
