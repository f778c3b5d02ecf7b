/** The disk of a server becomes full three times. */
import { expect, it } from 'vitest';
import { diskFull } from './disk.ts';
import { NotHere } from './fault.ts';

it('refuses writes on a full disk, keeps answering reads and loses no acknowledged write', async ({
  skip,
}) => {
  try {
    expect(await diskFull(() => undefined)).toContain('is there, without a restart and after kill -9');
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    console.log(`NOT RUN: ${error.message}`);
    skip();
  }
});
