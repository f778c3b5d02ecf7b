/** The disk of a server is full, three times. */
import { expect, it } from 'vitest';
import { diskFull } from './disk.ts';
import { NotHere } from './fault.ts';

it('a full disk refuses writes, lets reads go on, and is survived by the process and by all that was taken', async ({
  skip,
}) => {
  try {
    expect(await diskFull(() => undefined)).toContain('is there, without a new start and after kill -9');
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    console.log(`NOT RUN: ${error.message}`);
    skip();
  }
});
