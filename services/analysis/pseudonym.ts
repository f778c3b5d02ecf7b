/**
 * Pseudonyms of people for analysts: the same person has the same one in every answer of an organisation, and another
 * one elsewhere. The organisation's key is wrapped in the vault and never changes: a changed key would give everybody
 * a new pseudonym.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { shareStreamPrefix } from '#events/share/stream.ts';
import type { Ids } from '../clock/clock.ts';
import { seal, unseal } from '../vault/keyring.ts';
import { type Vault, VersionMismatchError } from '../vault/port.ts';
import type { FindPseudonym } from './tables.ts';

export type Pseudonyms = {
  /**
   * Pseudonyms of an organisation: `u` and 10 characters; the words for actors that are no people stay. Creates the
   * organisation's key if it is missing. @throws SealBrokenError
   */
  of(orgId: string): Promise<FindPseudonym>;
};

const KEY_BYTES = 32;
const IV_BYTES = 12;
const CHARACTERS = 10;
/** 32 letters and digits that are not mistaken for each other. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
/** Actors of events that are no people. */
const words = ['system', 'patient'] as const;

const recordName = (orgId: string) => `analysis/key/${orgId}`;

type KeyDeps = { vault: Pick<Vault, 'get' | 'put'>; ids: Pick<Ids, 'bytes'> };
type PseudonymDeps = KeyDeps & { keyFor: (purpose: string) => Buffer };

/** Reads the organisation's key. Of two nodes that create it at once, one wins. */
async function obtainKey(deps: KeyDeps, wrapping: KeyObject, orgId: string): Promise<Buffer> {
  const { vault, ids } = deps;
  const name = recordName(orgId);
  const kept = await vault.get(name);
  if (kept) return unseal(wrapping, name, Buffer.from(String(kept.value), 'base64'));
  const key = ids.bytes(KEY_BYTES);
  const wrapped = seal(wrapping, name, key, ids.bytes(IV_BYTES)).toString('base64');
  try {
    await vault.put(name, wrapped, 'absent');
    return key;
  } catch (error) {
    if (!(error instanceof VersionMismatchError)) throw error;
    return obtainKey(deps, wrapping, orgId);
  }
}

function nameOf(key: KeyObject, personId: string): string {
  const digest = createHmac('sha256', key).update(personId).digest().subarray(0, CHARACTERS);
  return `u${Array.from(digest, byte => alphabet[byte % alphabet.length]).join('')}`;
}

export function createPseudonyms(deps: PseudonymDeps): Pseudonyms {
  const wrapping = createSecretKey(deps.keyFor('analysis pseudonyms'));
  const known = new Map<string, Promise<FindPseudonym>>();
  const open = async (orgId: string): Promise<FindPseudonym> => {
    const key = createSecretKey(await obtainKey(deps, wrapping, orgId));
    // The words too: a build asks millions of times.
    const names = new Map<string, string>(words.map(word => [word, word]));
    return personId => {
      const known = names.get(personId);
      if (known !== undefined) return known;
      // A patient acts through the link of a share.
      if (personId.startsWith(shareStreamPrefix)) return 'patient';
      const name = nameOf(key, personId);
      names.set(personId, name);
      return name;
    };
  };
  return {
    of: orgId => {
      const opened =
        known.get(orgId) ??
        open(orgId).catch((error: unknown) => {
          // A vault that was unavailable is asked again.
          known.delete(orgId);
          throw error;
        });
      known.set(orgId, opened);
      return opened;
    },
  };
}
