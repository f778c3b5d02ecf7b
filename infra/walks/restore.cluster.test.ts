/** Between servers and a folder, either way: a backup is the same whatever stands behind it. */
import { describe, it } from 'vitest';
import { asTable, drill } from './drill.ts';
import { expectDrilled } from './drilled.ts';
import { inFolder, onServers } from './homes.ts';

const moves = [
  ['from a log over the wire and a bucket into a folder', onServers, inFolder],
  ['from a folder onto an empty log over the wire and an empty bucket', inFolder, onServers],
] as const;

describe('what was acknowledged by the head of a backup is there', () => {
  it.each(moves)('%s', async (_name, from, to) => {
    const drilled = await drill(from, to);
    expectDrilled(drilled);
    console.log(asTable(drilled));
  });
});
