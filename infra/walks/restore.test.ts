/** A backup under load, an empty folder, a second server: nothing that was acknowledged is missing. */
import { expect, it } from 'vitest';
import { errors } from '#events/errors.ts';
import { asTable, drill } from './drill.ts';

it('what was acknowledged by the head of a backup is there on a server made of it', {
  timeout: 180_000,
}, async () => {
  const drilled = await drill();
  const { missing, acknowledged, foreign, said } = drilled;
  expect(missing, asTable(drilled)).toEqual([]);
  // It was written before, while it was copied, and after that: else nothing is shown by it.
  expect(acknowledged.before).toBeGreaterThan(20);
  expect(acknowledged.inBackup).toBeGreaterThanOrEqual(acknowledged.before);
  expect(acknowledged.all).toBeGreaterThan(acknowledged.inBackup);
  expect(foreign).toBe(errors.positionForeign.code);
  // The second backup copied only what had come since the first.
  expect(said.join('\n')).toMatch(/ ([1-9]\d*) copied, ([1-9]\d*) there already/);
});
