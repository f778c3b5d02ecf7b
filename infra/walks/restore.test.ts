/** A backup under load, an empty folder, a second server: nothing that was acknowledged is missing. */
import { it } from 'vitest';
import { drill } from './drill.ts';
import { expectDrilled } from './drilled.ts';

it('what was acknowledged by the head of a backup is there on a server made of it', async () => {
  expectDrilled(await drill());
});
