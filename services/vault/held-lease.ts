/** A lease that stays valid until its term ends even if the vault does not answer. */
import type { Clock } from '../clock/clock.ts';
import type { Lease } from './lease.ts';

export type HeldLease = {
  /** Takes or renews the lease; false while another holder has it. @throws the vault's error once the term may have ended */
  holds(): Promise<boolean>;
};

/**
 * Callers at the same time share one renewal: they would change the lease's record between each other's read and write, and the
 * last of three would take its own lease for lost.
 * @param ms term of the lease
 */
export function createHeldLease(lease: Pick<Lease, 'hold'>, clock: Clock, ms: number): HeldLease {
  let until = Number.NEGATIVE_INFINITY;
  let renewing: Promise<boolean> | undefined;
  const renew = async () => {
    const start = clock.now();
    try {
      if (!(await lease.hold())) return false;
      until = start + ms;
      return true;
    } catch (error) {
      if (clock.now() < until) return true;
      throw error;
    }
  };
  return {
    holds() {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}
