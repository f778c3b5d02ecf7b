import { expect, it } from 'vitest';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { beginBackfill, readPendingBackfill, requestBackfill } from './backfill-request.ts';
import type { RelayCheckpoint } from './relay-checkpoint.ts';

/** Starts a requested backfill in a session at this checkpoint. Returns the rewinds. */
async function begun(id: string, position: LogPosition, at: RelayCheckpoint): Promise<unknown[]> {
  const vault = createMemoryVault();
  const rewinds: unknown[] = [];
  const rewind = async (...asked: [string, LogPosition]) => void rewinds.push(asked);
  await requestBackfill(vault, 'log', id, position);
  await beginBackfill({ at, rewind }, vault, 'log');
  expect(await readPendingBackfill(vault, 'log')).toBeUndefined();
  return rewinds;
}
const [early, late] = [toLogPosition(300), toLogPosition(900)];
const before = { id: 'again-1', until: 700n };

it('a replay request rewinds to its position', async () => {
  expect(await begun('again-1', early, { position: late })).toEqual([['again-1', early]]);
  expect(await begun('again-2', early, { position: late, backfill: before })).toEqual([['again-2', early]]);
});

it('a replay request is not started a second time after a restart of the relay', async () => {
  expect(await begun('again-1', early, { position: late, backfill: before })).toEqual([]);
});

it('a replay request for a future position is ignored', async () => {
  expect(await begun('again-2', late, { position: late, backfill: before })).toEqual([]);
});
