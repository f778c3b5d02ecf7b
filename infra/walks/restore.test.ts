/** Backup under load and restore into an empty folder: no acknowledged write is missing. */
import { it } from 'vitest';
import { drill } from './drill.ts';
import { expectDrilled } from './drilled.ts';

it('a restored server has every write acknowledged by the backup’s head', async () => {
  expectDrilled(await drill());
});
