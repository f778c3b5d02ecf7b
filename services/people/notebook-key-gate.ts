/**
 * Admits a request with a notebook key. Checks the key, the person's present state, and the rate limits of the key and
 * of the address.
 */
import { Refusal } from '#events/errors.ts';
import type { Directory } from '#events/person/directory.ts';
import { viewerInDirectory } from '#events/person/person-viewer.ts';
import { isTrialOver } from '#events/person/trial.ts';
import type { Clock } from '../clock/clock.ts';
import type { TakeRateToken } from '../concurrency/rate-limit.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import type { NotebookKeys } from './notebook-keys.ts';
import type { Session } from './session.ts';

export type NotebookKeyGate = {
  /** @throws Refusal keyInvalid, tooMany */
  admit(text: string, address: string): Promise<Session>;
};

type GateDeps = {
  keys: Pick<NotebookKeys, 'find'>;
  directory: () => Directory;
  clock: Clock;
  audit: Pick<SecurityLog, 'note'>;
  /** Rate limit of each key. */
  pace: TakeRateToken;
  /** Counts a wrong key of an address. @throws Refusal tooMany */
  wrong: (address: string) => Promise<void>;
};

export function createNotebookKeyGate(deps: GateDeps): NotebookKeyGate {
  const { keys, directory, clock, audit, pace, wrong } = deps;
  return {
    admit: async (text, address) => {
      const key = await keys.find(text);
      // Looks the key up before counting, so that wrong keys of a stranger at the same address block no right key.
      if (!key) {
        audit.note('wrongKey', { from: address });
        await wrong(address);
        throw new Refusal('keyInvalid');
      }
      const [known, now] = [directory(), clock.now()];
      const person = known.people.get(key.personId);
      if (
        !person ||
        person.frozen ||
        person.position !== key.position ||
        person.orgId !== key.orgId ||
        isTrialOver(known, person, now)
      )
        throw new Refusal('keyInvalid');
      pace(`key ${key.id}`);
      // The session has no token, so that nothing can renew it or sign it out.
      const none = { sessionId: '', token: '', issuedAt: now, expiresAt: now, held: false };
      return { ...none, person, viewer: viewerInDirectory(known, person, now), notebookKey: key };
    },
  };
}
