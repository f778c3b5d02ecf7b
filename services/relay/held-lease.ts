/** A lease that is held on to: a vault that cannot be asked takes it away only with time. */
import type { Clock } from '../clock/clock.ts';
import type { Lease } from '../vault/lease.ts';

export type HeldLease = {
  /** Takes or renews it; false where somebody else has it. @throws what the vault throws, once it may have run out */
  holds(): Promise<boolean>;
};

/** @param ms how long the lease runs */
export function createHeldLease(lease: Pick<Lease, 'hold'>, clock: Clock, ms: number): HeldLease {
  let until = Number.NEGATIVE_INFINITY;
  return {
    async holds() {
      const start = clock.now();
      try {
        if (!(await lease.hold())) return false;
        until = start + ms;
        return true;
      } catch (error) {
        if (clock.now() < until) return true;
        throw error;
      }
    },
  };
}
