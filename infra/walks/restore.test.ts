/** Backup under load and restore into an empty folder: no acknowledged write is missing. */
import { it } from 'vitest';
import { runRestoreDrill } from './drill.ts';
import { expectCompleteRestore } from './expect-restore.ts';

it('a restored server has every write acknowledged by the backup’s head', async () => {
  expectCompleteRestore(await runRestoreDrill());
});
