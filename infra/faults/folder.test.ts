/** Two nodes on one data folder. */
import { expect, it } from 'vitest';
import { secondRefuses } from './folder.ts';

it('refuses to start a second node on a data folder in use, over SQLite and over the wire', async () => {
  expect(await secondRefuses()).toContain('the first one went on');
});
