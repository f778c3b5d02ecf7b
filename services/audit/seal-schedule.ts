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

/** Returns how to stop. */
export function scheduleSeals(deps: ScheduleDeps): () => void {
  const { vault, clock, ids, timers, log, keyFor } = deps;
  const key = keyFor('log seals');
  const look = async () => {
    // Each attempt is a new holder that never releases the lease, so that none is due until it expires.
    const due = createLease(vault, clock, 'log seals', ids.uuid(), HOUR_MS);
    if (!(await due.hold())) return;
    const sealed = await sealLog({ ...deps, key });
    // The collector's copy also exposes forgery by an attacker who has the secret.
    if (sealed) log.info({ count: sealed.count, seal: sealed.digest.slice(0, 12) }, 'the log is sealed');
  };
  return timers.every(lookMs, () => {
    look().catch((err: unknown) => log.error({ err }, 'sealing the log failed'));
  });
}
