/** Leaves a snapshot every six hours: one node at a time, whichever comes first. */
import type { Deps } from '../api/deps.ts';
import { createLease } from '../vault/lease.ts';

const HOUR_MS = 60 * 60_000;
/** How often it is looked whether one is due. */
export const lookMs = HOUR_MS / 4;
const apartMs = 6 * HOUR_MS;

type KeepDeps = Pick<Deps, 'snapshots' | 'models' | 'vault' | 'clock' | 'ids' | 'timers' | 'log'>;

/** Nothing happens where nobody keeps any. The answer stops it. */
export function keepSnapshots({ snapshots, models, vault, clock, ids, timers, log }: KeepDeps): () => void {
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
