/** Password hashes (argon2id) in the vault. */
import { hash, verify } from '@node-rs/argon2';
import type { RecordVersion, Vault } from '../vault/port.ts';
import type { CheckedPassword } from './password-rules.ts';

/** OWASP's parameters for argon2id. Tests may use cheaper ones. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };
export const owaspCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = {
  /** Sets or replaces the person's password. */
  set(personId: string, password: CheckedPassword): Promise<void>;
  /**
   * Returns the version of the password if it matches; undefined if it is wrong. Takes the same time for an unknown
   * person and for one without a password.
   */
  check(personId: string | undefined, password: string): Promise<RecordVersion | undefined>;
  /** Returns a version that changes with every new password; undefined if there is no password. */
  versionOf(personId: string): Promise<RecordVersion | undefined>;
  /** Deletes the person's password. */
  forget(personId: string): Promise<void>;
  /**
   * Returns true if the person's password still has that version, because it may have changed during the check. For
   * `noPasswordVersion`: returns true if there still is no password.
   */
  isStill(personId: string, version: RecordVersion): Promise<boolean>;
};

/** The version of a password that does not exist, for people who sign in by their organisation's provider. */
export const noPasswordVersion: RecordVersion = 'none';

const keyOf = (personId: string) => `password/${personId}`;

export function createPasswords(vault: Vault, cost: PasswordCost = owaspCost): Passwords {
  let nobodys: Promise<string> | undefined;
  const decoy = () => {
    nobodys ??= hash('nobody has this password', cost);
    return nobodys;
  };
  return {
    set: async (personId, password) => {
      await vault.put(keyOf(personId), await hash(password, cost));
    },
    check: async (personId, password) => {
      const record = personId === undefined ? undefined : await vault.get(keyOf(personId));
      const known = typeof record?.value === 'string' ? record.value : undefined;
      const same = await verify(known ?? (await decoy()), password);
      return known !== undefined && same ? record?.version : undefined;
    },
    versionOf: async personId => (await vault.get(keyOf(personId)))?.version,
    forget: async personId => {
      await vault.delete(keyOf(personId));
    },
    isStill: async (personId, version) =>
      ((await vault.get(keyOf(personId)))?.version ?? noPasswordVersion) === version,
  };
}
