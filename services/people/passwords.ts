/** Password hashes (argon2id) in the vault. */
import { hash, verify } from '@node-rs/argon2';
import type { Vault, Version } from '../vault/port.ts';

/** OWASP's figures for argon2id; tests may take cheaper ones. */
export type Cost = { memoryCost: number; timeCost: number; parallelism: number };
const owasp: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = {
  /** Replaces whatever the person had. */
  set(personId: string, password: string): Promise<void>;
  /**
   * The version of the password that this one is; undefined where it is wrong. Takes as long for a person who is not
   * there (undefined), or has no password, as for a wrong password.
   */
  check(personId: string | undefined, password: string): Promise<Version | undefined>;
  /** Changes with every password that is set; undefined where there is none. */
  versionOf(personId: string): Promise<Version | undefined>;
  /** Whether the person's password is the one of that version: it may have been changed while it was checked. */
  isStill(personId: string, version: Version): Promise<boolean>;
};

const keyOf = (personId: string) => `password/${personId}`;

export function createPasswords(vault: Vault, cost: Cost = owasp): Passwords {
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
      const kept = personId === undefined ? undefined : await vault.get(keyOf(personId));
      const known = typeof kept?.value === 'string' ? kept.value : undefined;
      const same = await verify(known ?? (await decoy()), password);
      return known !== undefined && same ? kept?.version : undefined;
    },
    versionOf: async personId => (await vault.get(keyOf(personId)))?.version,
    isStill: async (personId, version) => (await vault.get(keyOf(personId)))?.version === version,
  };
}
