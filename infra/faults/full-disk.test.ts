/** The disk of a server becomes full three times. */
import { expect, it } from 'vitest';
import { FaultUnsupportedError } from './fault.ts';
import { testFullDisk } from './full-disk.ts';

it('a server on a full disk refuses writes, keeps answering reads and loses no acknowledged write', async ({
  skip,
}) => {
  try {
    expect(await testFullDisk(() => undefined)).toContain('exists, without a restart and after kill -9');
  } catch (error) {
    if (!(error instanceof FaultUnsupportedError)) throw error;
    console.log(`NOT RUN: ${error.message}`);
    skip();
  }
});
