/** What a drill has shown, wherever it was made from and restored to. */
import { expect } from 'vitest';
import { errors } from '#events/errors.ts';
import { asTable, type drill } from './drill.ts';

export function expectDrilled(drilled: Awaited<ReturnType<typeof drill>>): void {
  const { missing, acknowledged, foreign, said } = drilled;
  expect(missing, asTable(drilled)).toEqual([]);
  // It was written before, while it was copied, and after that: else nothing is shown by it.
  expect(acknowledged.before).toBeGreaterThan(20);
  expect(acknowledged.inBackup).toBeGreaterThanOrEqual(acknowledged.before);
  expect(acknowledged.all).toBeGreaterThan(acknowledged.inBackup);
  expect(foreign).toBe(errors.positionForeign.code);
  // The second backup copied only what had come since the first.
  expect(said.join('\n')).toMatch(/ ([1-9]\d*) copied, ([1-9]\d*) there already/);
}
