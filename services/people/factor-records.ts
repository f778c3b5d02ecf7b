/** A person's second factors as a record of the vault. */
import { badField, Refusal } from '#events/errors.ts';
import { type Vault, type VaultRecord, VersionMismatchError } from '../vault/port.ts';
import type { RecoveryCodeSet } from './recovery-codes.ts';
import type { SecondFactors } from './second-factors.ts';

export type Passkey = {
  /** Credential id, base64url. */
  id: string;
  /** COSE public key, base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  /** True if the person's devices share it. */
  synced: boolean;
  /** The person's own name for it. */
  name: string;
  /** ISO times. */
  addedAt: string;
  lastUsedAt: string | null;
  /** True after a password reset, until the person confirms the passkey. A paused passkey alone does not sign in. */
  paused?: boolean;
};

export type StoredFactors = {
  /** `step`: the newest used time step. */
  totp: { secret: string; step: number } | null;
  /** An app that waits for its first code. `until`: ms. */
  pending: { secret: string; until: number } | null;
  /** Keyed hashes of unused recovery codes that an older release made. They are accepted until they are used or replaced. */
  recovery: string[];
  /** The unused recovery codes. Absent in older records. */
  codes?: RecoveryCodeSet | null;
  passkeys: Passkey[];
};

/** `demanded`: the person must have a second factor, so the last one cannot be removed. */
export type FactorRemovalOptions = { demanded: boolean };

/** Prefix of the vault's keys for second factors. */
export const FACTOR_PREFIX = 'factor/';

const PASSKEYS_MAX = 20;

const none: StoredFactors = { totp: null, pending: null, recovery: [], passkeys: [] };

/** Cast: only this file writes these records. */
export const storedFactorsOf = (kept: VaultRecord | undefined) =>
  (kept?.value as StoredFactors | undefined) ?? none;

type FactorRecords = {
  read(personId: string): Promise<StoredFactors>;
  /** Changes the record. Concurrent changes are applied one after another, also those of several nodes. */
  change<T>(
    personId: string,
    to: (factors: StoredFactors) => Promise<[StoredFactors, T]> | [StoredFactors, T],
  ): Promise<T>;
};

export function createFactorRecords(vault: Vault): FactorRecords {
  return {
    read: async personId => storedFactorsOf(await vault.get(FACTOR_PREFIX + personId)),
    change: async (personId, to) => {
      for (;;) {
        const kept = await vault.get(FACTOR_PREFIX + personId);
        const [next, answer] = await to(storedFactorsOf(kept));
        try {
          await vault.put(FACTOR_PREFIX + personId, next, kept?.version ?? 'absent');
          return answer;
        } catch (error) {
          if (!(error instanceof VersionMismatchError)) throw error;
        }
      }
    },
  };
}

export const hasSecondFactor = ({ totp, passkeys }: StoredFactors) => totp !== null || passkeys.length > 0;

/**
 * Returns the factors after a removal. Without any factor, the recovery codes are removed too.
 * @throws Refusal badInput
 */
export function factorsAfterRemoval(
  factors: StoredFactors,
  { demanded }: FactorRemovalOptions,
): StoredFactors {
  if (hasSecondFactor(factors)) return factors;
  if (demanded) throw badField('', 'second-factor-last');
  return { ...factors, recovery: [], codes: null };
}

type PasskeyRecords = Pick<
  SecondFactors,
  'addPasskey' | 'changePasskey' | 'removePasskey' | 'pausePasskeys' | 'keepPasskeys'
>;

export const createPasskeyRecords = ({ read, change }: FactorRecords): PasskeyRecords => ({
  pausePasskeys: async personId => {
    // Writes nothing for people without passkeys, who are the majority.
    if ((await read(personId)).passkeys.length === 0) return;
    await change(personId, factors => {
      const passkeys = factors.passkeys.map(one => ({ ...one, paused: true }));
      return [{ ...factors, passkeys }, undefined];
    });
  },
  keepPasskeys: personId =>
    change(personId, factors => {
      if (!factors.passkeys.some(({ paused }) => paused)) throw new Refusal('notFound');
      const passkeys = factors.passkeys.map(({ paused: _ended, ...one }) => one);
      return [{ ...factors, passkeys }, undefined];
    }),
  addPasskey: (personId, passkey) =>
    change(personId, factors => {
      if (factors.passkeys.length >= PASSKEYS_MAX)
        throw badField('response', 'passkeys-max', { max: PASSKEYS_MAX });
      if (factors.passkeys.some(({ id }) => id === passkey.id)) throw badField('response', 'taken');
      return [{ ...factors, passkeys: [...factors.passkeys, passkey] }, undefined];
    }),
  changePasskey: (personId, id, to) =>
    change(personId, factors => {
      if (!factors.passkeys.some(one => one.id === id)) throw new Refusal('notFound');
      const passkeys = factors.passkeys.map(one => (one.id === id ? { ...one, ...to } : one));
      return [{ ...factors, passkeys }, undefined];
    }),
  removePasskey: (personId, id, removal) =>
    change(personId, factors => {
      const passkeys = factors.passkeys.filter(one => one.id !== id);
      if (passkeys.length === factors.passkeys.length) throw new Refusal('notFound');
      return [factorsAfterRemoval({ ...factors, passkeys }, removal), undefined];
    }),
});
