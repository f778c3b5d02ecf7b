/**
 * Restores between servers and a folder, in both directions: the format of a backup does not depend on the
 * storage.
 */
import { describe, it } from 'vitest';
import { formatRestoreDrill, runRestoreDrill } from './drill.ts';
import { expectCompleteRestore } from './expect-restore.ts';
import { createFolderInstallation, startServerInstallation } from './installations.ts';

const moves = [
  ['from a remote log and a bucket into a folder', startServerInstallation, createFolderInstallation],
  [
    'from a folder onto an empty remote log and an empty bucket',
    createFolderInstallation,
    startServerInstallation,
  ],
] as const;

describe('a restored server has every write acknowledged by the backup’s head', () => {
  it.each(moves)('%s', async (_name, from, to) => {
    const drilled = await runRestoreDrill(from, to);
    expectCompleteRestore(drilled);
    console.log(formatRestoreDrill(drilled));
  });
});
