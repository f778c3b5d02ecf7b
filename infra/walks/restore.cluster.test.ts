/**
 * Restores between servers and a folder, in both directions: the format of a backup does not depend on the
 * storage.
 */
import { describe, it } from 'vitest';
import { asTable, drill } from './drill.ts';
import { expectDrilled } from './drilled.ts';
import { inFolder, onServers } from './homes.ts';

const moves = [
  ['from a remote log and a bucket into a folder', onServers, inFolder],
  ['from a folder onto an empty remote log and an empty bucket', inFolder, onServers],
] as const;

describe('a restored server has every write acknowledged by the backup’s head', () => {
  it.each(moves)('%s', async (_name, from, to) => {
    const drilled = await drill(from, to);
    expectDrilled(drilled);
    console.log(asTable(drilled));
  });
});
