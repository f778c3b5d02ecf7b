/** Leaves a snapshot every six hours: one node at a time, whichever comes first. */
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock, Ids, Timers } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import { createLease } from '../vault/lease.ts';
import type { Vault } from '../vault/port.ts';
import type { Snapshots } from './snapshots.ts';

const HOUR_MS = 60 * 60_000;
/** How often it is looked whether one is due. */
export const lookMs = HOUR_MS / 4;
const apartMs = 6 * HOUR_MS;

/** `snapshots`: undefined where no node keeps any. */
export type SnapshotDeps = {
  snapshots: Snapshots | undefined;
  models: ReadModels;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  timers: Timers;
  log: Log;
};

/** Nothing happens where nobody keeps any. The answer stops it. */
export function keepSnapshots({
  snapshots,
  models,
  vault,
  clock,
  ids,
  timers,
  log,
}: SnapshotDeps): () => void {
  if (!snapshots) return () => undefined;
  const look = async () => {
    // A holder of its own each time, and never given back: while it lasts, none is due.
    const due = createLease(vault, clock, 'snapshots', ids.uuid(), apartMs);
    if (await due.hold()) await snapshots.make(models);
  };
  const run = () => {
    look().catch((err: unknown) => log.warn({ err }, 'no snapshot of the rows could be kept'));
  };
  run();
  return timers.every(lookMs, run);
}
