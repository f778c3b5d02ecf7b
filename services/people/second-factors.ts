/**
 * A person's second factors, in one vault record: an authenticator app (TOTP), recovery codes, passkeys. The app's secret
 * is encrypted; recovery codes are stored as password hashes (recovery-codes.ts).
 */
import { createHmac } from 'node:crypto';
import { Refusal } from '#events/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Vault } from '../vault/port.ts';
import { createSecretBox } from '../vault/secret-box.ts';
import {
  createFactorRecords,
  createPasskeyRecords,
  FACTOR_PREFIX,
  type FactorRemovalOptions,
  factorsAfterRemoval,
  hasSecondFactor,
  type Passkey,
  type StoredFactors,
  storedFactorsOf,
} from './factor-records.ts';
import type { PasswordCost } from './passwords.ts';
import { createRecoveryCodeHashes, normaliseRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';

/** What a person may know about their factors. */
export type FactorSummary = { totp: boolean; recoveryLeft: number; passkeys: readonly Passkey[] };

export type SecondFactors = {
  summary(personId: string): Promise<FactorSummary>;
  /** True if the person has an authenticator app or a passkey. */
  isSet(personId: string): Promise<boolean>;
  /** Ids of the people who have an authenticator app or a passkey. */
  owners(): Promise<ReadonlySet<string>>;
  /** Starts an authenticator app with this secret (base32), replacing an unconfirmed one. */
  startTotp(personId: string, secret: string): Promise<void>;
  /**
   * Confirms the app by its first code, and sets the recovery codes. @throws Refusal wrongCode, also if no app was
   * started within ten minutes
   */
  confirmTotp(personId: string, code: string, recoveryCodes: readonly string[]): Promise<void>;
  /** Removes the app, and the recovery codes unless a passkey remains. @throws Refusal badInput as `FactorRemovalOptions` */
  removeTotp(personId: string, removal: FactorRemovalOptions): Promise<void>;
  /** Replaces the recovery codes. @throws Refusal notFound if there is no second factor */
  setRecovery(personId: string, codes: readonly string[]): Promise<void>;
  /** Uses up a code of the app. Returns false if it is wrong or was used. */
  redeemTotp(personId: string, code: string): Promise<boolean>;
  /** Uses up a recovery code. Returns false if it is wrong or was used. */
  redeemRecovery(personId: string, code: string): Promise<boolean>;
  /** @throws Refusal badInput if there are too many, or this one is known */
  addPasskey(personId: string, passkey: Passkey): Promise<void>;
  /** @throws Refusal notFound */
  changePasskey(personId: string, id: string, change: Partial<Passkey>): Promise<void>;
  /** @throws Refusal notFound; badInput as `FactorRemovalOptions` */
  removePasskey(personId: string, id: string, removal: FactorRemovalOptions): Promise<void>;
  /** Pauses all passkeys, because one may belong to a thief who knew the old password. */
  pausePasskeys(personId: string): Promise<void>;
  /** Ends the pause of all passkeys. @throws Refusal notFound if none is paused */
  keepPasskeys(personId: string): Promise<void>;
  /** Removes all factors, if an Admin helps a person who lost them, or if the person was removed. */
  removeAll(personId: string): Promise<void>;
};

const PENDING_MS = 10 * 60_000;

type FactorDeps = { vault: Vault; clock: Clock; key: Buffer; cost?: PasswordCost | undefined };

const codesLeft = ({ recovery, codes }: StoredFactors) => recovery.length + (codes?.hashes.length ?? 0);

/** Returns the factors without the recovery code that equals one of these spellings. */
function withoutCode(
  factors: StoredFactors,
  { keyed, hashed }: { keyed: string; hashed: string | undefined },
) {
  const recovery = factors.recovery.filter(one => one !== keyed);
  const { codes = null } = factors;
  const hashes = codes?.hashes.filter(one => one !== hashed) ?? [];
  return { ...factors, recovery, codes: codes && { ...codes, hashes } };
}

export function createSecondFactors({ vault, clock, key, cost }: FactorDeps): SecondFactors {
  const hashes = createRecoveryCodeHashes(cost);
  const box = createSecretBox(key);
  const records = createFactorRecords(vault);
  const { read, change } = records;
  const keyedHashOf = (personId: string, code: string) =>
    createHmac('sha256', key)
      .update(`${personId}\n${normaliseRecoveryCode(code)}`)
      .digest('base64url');

  return {
    summary: async personId => {
      const factors = await read(personId);
      const { totp, passkeys } = factors;
      return { totp: totp !== null, recoveryLeft: codesLeft(factors), passkeys };
    },
    isSet: async personId => hasSecondFactor(await read(personId)),
    owners: async () => {
      const owners = new Set<string>();
      for await (const kept of vault.list(FACTOR_PREFIX))
        if (hasSecondFactor(storedFactorsOf(kept))) owners.add(kept.key.slice(FACTOR_PREFIX.length));
      return owners;
    },
    startTotp: async (personId, secret) => {
      const pending = { secret: await box.seal(personId, secret), until: clock.now() + PENDING_MS };
      await change(personId, factors => [{ ...factors, pending }, undefined]);
    },
    confirmTotp: (personId, code, recoveryCodes) =>
      change(personId, async factors => {
        const { pending } = factors;
        if (!pending || clock.now() >= pending.until) throw new Refusal('wrongCode');
        const step = findTotpStep(await box.open(personId, pending.secret), code, clock.now());
        if (step === undefined) throw new Refusal('wrongCode');
        const totp = { secret: pending.secret, step };
        const codes = await hashes.seal(recoveryCodes);
        return [{ ...factors, totp, pending: null, recovery: [], codes }, undefined];
      }),
    removeTotp: (personId, removal) =>
      change(personId, factors => [
        factors.totp ? factorsAfterRemoval({ ...factors, totp: null, pending: null }, removal) : factors,
        undefined,
      ]),
    setRecovery: (personId, codes) =>
      change(personId, async factors => {
        if (!hasSecondFactor(factors)) throw new Refusal('notFound');
        return [{ ...factors, recovery: [], codes: await hashes.seal(codes) }, undefined];
      }),
    redeemTotp: (personId, code) =>
      change(personId, async factors => {
        const { totp } = factors;
        const step = totp
          ? findTotpStep(await box.open(personId, totp.secret), code, clock.now())
          : undefined;
        // The step of a used code, and earlier steps, are used up, so a code that was seen over a shoulder is
        // worthless.
        if (!totp || step === undefined || step <= totp.step) return [factors, false];
        return [{ ...factors, totp: { ...totp, step } }, true];
      }),
    redeemRecovery: (personId, code) =>
      change(personId, async factors => {
        const hashed = factors.codes ? await hashes.hash(factors.codes, code) : undefined;
        const left = withoutCode(factors, { keyed: keyedHashOf(personId, code), hashed });
        return [left, codesLeft(left) < codesLeft(factors)];
      }),
    ...createPasskeyRecords(records),
    removeAll: async personId => {
      await vault.delete(FACTOR_PREFIX + personId);
    },
  };
}
