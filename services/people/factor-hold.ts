/**
 * Holds sessions without a second factor if one is demanded. A held session can only set one up and sign out. If the
 * person has a factor that the session did not prove, the person must sign in again.
 */
import { Refusal } from '#events/errors.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import { mustHaveSecondFactor } from '#events/person/second-factor.ts';
import type { Clock } from '../clock/clock.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SessionRecords } from './session-records.ts';

export type SecondFactorHold = {
  /** True if the person must have a second factor. */
  demands(directory: Directory, person: Person): boolean;
  /** True if the session is held. @throws Refusal loginExpired if the person has a factor that it did not prove */
  holds(directory: Directory, person: Person, sessionId: string): Promise<boolean>;
};

type HoldDeps = {
  factors: Pick<SecondFactors, 'isSet'>;
  records: Pick<SessionRecords, 'proofOf'>;
  clock: Clock;
  /** True if the installation demands a factor of Admins and of the staff of laboratories. */
  staff: boolean;
};

/** Time for which a proven session is not read from the vault again. */
const RECHECK_MS = 60_000;

export function createSecondFactorHold({ factors, records, clock, staff }: HoldDeps): SecondFactorHold {
  /** Time of each proven session's last check, oldest first. */
  const proven = new Map<string, number>();
  const isRecent = (at: number, now: number) => now >= at && now - at < RECHECK_MS;
  const remember = (sessionId: string, now: number) => {
    proven.delete(sessionId);
    proven.set(sessionId, now);
    for (const [id, at] of proven) {
      if (isRecent(at, now)) return;
      proven.delete(id);
    }
  };
  const demands = (directory: Directory, person: Person) =>
    mustHaveSecondFactor(directory, person, { staff });
  return {
    demands,
    holds: async (directory, person, sessionId) => {
      if (!demands(directory, person)) return false;
      const now = clock.now();
      const checked = proven.get(sessionId);
      if (checked !== undefined && isRecent(checked, now)) return false;
      const [isSet, proof] = await Promise.all([
        factors.isSet(person.id),
        records.proofOf({ personId: person.id, sessionId }),
      ]);
      if (isSet && proof === null) throw new Refusal('loginExpired');
      const held = !isSet && proof !== 'provider';
      if (!held) remember(sessionId, now);
      return held;
    },
  };
}
