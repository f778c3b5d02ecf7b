/** Two nodes on one data folder. */
import { expect, it } from 'vitest';
import { testSharedDataFolder } from './shared-data-folder.ts';

it('a second node on a data folder in use refuses to start, with a local and a remote log', async () => {
  expect(await testSharedDataFolder()).toContain('the first one kept running');
});
