/** Takeover and mutex that hold across nodes: each under a lease in the vault, beside those of this process. */
import { Refusal } from '#events/errors.ts';
import type { Clock, Timers } from '../clock/clock.ts';
import { createLocks, type Locks } from '../concurrency/mutex.ts';
import { createTakeover, type Takeover } from '../concurrency/takeover.ts';
import { createLease, type Lease } from './lease.ts';
import type { Vault } from './port.ts';

export type LeasedDeps = {
  vault: Vault;
  clock: Clock;
  timers: Timers;
  /** An id that no other process has. */
  holder: string;
  /** Of a process that has died others wait so long. */
  leaseMs?: number;
  /** Whoever waits for a lock looks so often, and gives up after so long. */
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
 * Runs work for as long as a lease holds: it is renewed until then, and its signal says where it is lost.
 * @returns undefined where somebody else holds it
 */
async function underLease<T>(
  { clock, timers, leaseMs = defaults.leaseMs }: LeasedDeps,
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
      // A vault that does not answer has taken nothing away yet.
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
    // It runs out by itself.
    await lease.release().catch(() => undefined);
  }
}

const leaseOf = ({ vault, clock, holder, leaseMs = defaults.leaseMs }: LeasedDeps, name: string) =>
  createLease(vault, clock, name, holder, leaseMs);

/** As createTakeover; what another node is at is refused: it cannot be told to stop from here. @throws Refusal uploadElsewhere */
export function createLeasedTakeover(deps: LeasedDeps): Takeover {
  const own = createTakeover();
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

/** As createLocks; one that another node holds is waited for. @throws Refusal busy */
export function createLeasedMutex(deps: LeasedDeps): Locks {
  const { clock } = deps;
  const { lookMs, giveUpMs, wait } = { ...defaults, ...deps };
  const own = createLocks();
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
