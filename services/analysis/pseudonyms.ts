/**
 * Pseudonyms of people for analysts: stable, and the same in each answer, table and export of an organisation. They keep
 * charts from becoming lists of people; whoever may open a case sees its people there.
 */
import { createHmac } from 'node:crypto';
import { shareStreamPrefix } from '#events/share/stream.ts';
import type { Pseudonym } from './tables.ts';

/** Letters and digits that are not mistaken for each other. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** @param keyFor derives a key for one purpose from the installation's secret */
export function createPseudonyms(keyFor: (purpose: string) => Buffer): (orgId: string) => Pseudonym {
  const byOrganisation = new Map<string, Pseudonym>();
  const create = (orgId: string): Pseudonym => {
    const key = keyFor(`analysts' pseudonyms of ${orgId}`);
    const known = new Map<string, string>();
    return personId => {
      if (personId === 'system') return personId;
      // A patient acts through the link of a share.
      if (personId.startsWith(shareStreamPrefix)) return 'patient';
      const made = known.get(personId) ?? pseudonymOf(key, personId);
      known.set(personId, made);
      return made;
    };
  };
  return orgId => {
    const pseudonym = byOrganisation.get(orgId) ?? create(orgId);
    byOrganisation.set(orgId, pseudonym);
    return pseudonym;
  };
}

function pseudonymOf(key: Buffer, personId: string): string {
  const digest = createHmac('sha256', key).update(personId).digest();
  return `u${[...digest.subarray(0, LENGTH)].map(byte => alphabet[byte % alphabet.length]).join('')}`;
}
