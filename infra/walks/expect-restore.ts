/** Assertions about the result of a restore drill, for every source and target. */
import { expect } from 'vitest';
import { errors } from '#events/errors.ts';
import { formatRestoreDrill, type runRestoreDrill } from './drill.ts';

export function expectCompleteRestore(drilled: Awaited<ReturnType<typeof runRestoreDrill>>): void {
  const { missing, acknowledged, foreign, said } = drilled;
  expect(missing, formatRestoreDrill(drilled)).toEqual([]);
  // Writes must have happened before, during and after the backup. Otherwise the drill proves nothing.
  expect(acknowledged.before).toBeGreaterThan(20);
  expect(acknowledged.inBackup).toBeGreaterThanOrEqual(acknowledged.before);
  expect(acknowledged.all).toBeGreaterThan(acknowledged.inBackup);
  expect(foreign).toBe(errors.positionForeign.code);
  // The second backup copied only files added after the first.
  expect(said.join('\n')).toMatch(/ ([1-9]\d*) copied, ([1-9]\d*) linked from earlier backups/);
}
