/** Makes a snapshot every six hours, on the first node that takes the lease. */
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock, Ids, RepeatingTimers } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import { createLease } from '../vault/lease.ts';
import type { Vault } from '../vault/port.ts';
import type { Snapshots } from './snapshots.ts';

const HOUR_MS = 60 * 60_000;
/** Milliseconds between two checks whether a snapshot is due. */
const lookMs = HOUR_MS / 4;
const apartMs = 6 * HOUR_MS;

/** `snapshots`: undefined if no storage is set. */
export type SnapshotScheduleDeps = {
  snapshots: Snapshots | undefined;
  models: ReadModels;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  timers: RepeatingTimers;
  log: Log;
};

/** Starts the schedule; does nothing without snapshot storage. @returns stops it */
export function scheduleSnapshots({
  snapshots,
  models,
  vault,
  clock,
  ids,
  timers,
  log,
}: SnapshotScheduleDeps): () => void {
  if (!snapshots) return () => undefined;
  const look = async () => {
    // Each attempt is a new holder that never releases the lease, so no node makes a snapshot again until the lease
    // expires.
    const due = createLease(vault, clock, 'snapshots', ids.uuid(), apartMs);
    if (await due.hold()) await snapshots.make(models);
  };
  const run = () => {
    look().catch((err: unknown) => log.warn({ err }, 'storing a snapshot of the read models failed'));
  };
  run();
  return timers.every(lookMs, run);
}
