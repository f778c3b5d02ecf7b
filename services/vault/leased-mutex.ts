/** Mutex and takeover mutex across nodes. They combine those of this process with a lease in the vault. */
import { Refusal } from '#events/errors.ts';
import type { Clock, RepeatingTimers } from '../clock/clock.ts';
import { createMutex, type Mutex } from '../concurrency/mutex.ts';
import { createTakeoverMutex, type TakeoverMutex } from '../concurrency/takeover-mutex.ts';
import { createLease, type Lease } from './lease.ts';
import type { Vault } from './port.ts';

export type LeaseDeps = {
  vault: Vault;
  clock: Clock;
  timers: RepeatingTimers;
  /** An id unique to this process. */
  holder: string;
  /** Term of a lease: how long others wait for a process that has died. */
  leaseMs?: number;
  /** Interval between tries for a held mutex, and the time after which the mutex is given up. */
  lookMs?: number;
  giveUpMs?: number;
  wait?: (milliseconds: number) => Promise<unknown>;
};

const defaults = {
  leaseMs: 15_000,
  lookMs: 100,
  giveUpMs: 60_000,
  wait: (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds)),
};
const renewals = 3;

/**
 * Runs work under a lease that is renewed until the work ends. The signal is aborted when the lease is lost.
 * @returns undefined if another holder has the lease
 */
async function underLease<T>(
  { clock, timers, leaseMs = defaults.leaseMs }: LeaseDeps,
  lease: Lease,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<{ done: T } | undefined> {
  let until = clock.now() + leaseMs;
  if (!(await lease.hold())) return undefined;
  const lost = new AbortController();
  const renew = async () => {
    const from = clock.now();
    try {
      if (await lease.hold()) until = from + leaseMs;
      else lost.abort();
    } catch {
      // If the vault does not answer, the lease is valid until its term ends.
      if (clock.now() >= until) lost.abort();
    }
  };
  let renewing: Promise<void> | undefined;
  const stop = timers.every(leaseMs / renewals, () => {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
  });
  try {
    return { done: await work(lost.signal) };
  } finally {
    stop();
    await renewing;
    // Ignores a failed release, because the lease expires anyway.
    await lease.release().catch(() => undefined);
  }
}

const leaseOf = ({ vault, clock, holder, leaseMs = defaults.leaseMs }: LeaseDeps, name: string) =>
  createLease(vault, clock, name, holder, leaseMs);

/**
 * Like `createTakeoverMutex`, but refuses work that another node holds, because a signal cannot abort it there.
 * @throws Refusal uploadElsewhere
 */
export function createLeasedTakeover(deps: LeaseDeps): TakeoverMutex {
  const own = createTakeoverMutex();
  return {
    take: (id, work) =>
      own.take(id, async signal => {
        const lease = leaseOf(deps, `upload/${id}`);
        const held = await underLease(deps, lease, lost => work(AbortSignal.any([signal, lost])));
        if (!held) throw new Refusal('uploadElsewhere');
        return held.done;
      }),
  };
}

/** Like `createMutex`, but waits while another node holds the name. @throws Refusal busy */
export function createLeasedMutex(deps: LeaseDeps): Mutex {
  const { clock } = deps;
  const { lookMs, giveUpMs, wait } = { ...defaults, ...deps };
  const own = createMutex();
  return {
    hold: (name, work) =>
      own.hold(name, async () => {
        const lease = leaseOf(deps, `bytes/${name}`);
        for (const until = clock.now() + giveUpMs; ; ) {
          const held = await underLease(deps, lease, work);
          if (held) return held.done;
          if (clock.now() >= until) throw new Refusal('busy');
          await wait(lookMs);
        }
      }),
  };
}
