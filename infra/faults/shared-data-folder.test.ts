/** Two nodes on one data folder. */
import { expect, it } from 'vitest';
import { testSharedDataFolder } from './shared-data-folder.ts';

it('refuses to start a second node on a data folder in use, over SQLite and over the wire', async () => {
  expect(await testSharedDataFolder()).toContain('the first one went on');
});
