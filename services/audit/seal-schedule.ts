/** Seals the log once an hour, on the first node that takes the lease. */
import type { RepeatingTimers } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import { createLease } from '../vault/lease.ts';
import type { Vault } from '../vault/port.ts';
import { sealLog } from './log-seals.ts';

const HOUR_MS = 60 * 60_000;
/** Milliseconds between two checks whether a seal is due. */
const lookMs = HOUR_MS / 4;

type ScheduleDeps = Omit<Parameters<typeof sealLog>[0], 'key'> & {
  keyFor: (purpose: string) => Buffer;
  vault: Vault;
  timers: RepeatingTimers;
  log: Log;
};

/** Starts the schedule. @returns stops it */
export function scheduleSeals(deps: ScheduleDeps): () => void {
  const { vault, clock, ids, timers, log, keyFor } = deps;
  const key = keyFor('log seals');
  const look = async () => {
    // Each attempt is a new holder that never releases the lease, so no node seals again until the lease expires.
    const due = createLease(vault, clock, 'log seals', ids.uuid(), HOUR_MS);
    if (!(await due.hold())) return;
    const sealed = await sealLog({ ...deps, key });
    // The log collector's copy of this line also exposes forgery by an attacker who has the secret.
    if (sealed) log.info({ count: sealed.count, seal: sealed.digest.slice(0, 12) }, 'the log is sealed');
  };
  return timers.every(lookMs, () => {
    look().catch((err: unknown) => log.error({ err }, 'sealing the log failed'));
  });
}
