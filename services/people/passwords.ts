/** Password hashes (argon2id) in the vault. */
import { hash, verify } from '@node-rs/argon2';
import type { Vault } from '../vault/port.ts';

/** OWASP's figures for argon2id; tests may take cheaper ones. */
export type Cost = { memoryCost: number; timeCost: number; parallelism: number };
const owasp: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = {
  /** Replaces whatever the person had. */
  set(personId: string, password: string): Promise<void>;
  /** Takes as long for a person who is not there (undefined), or has no password, as for a wrong password. */
  matches(personId: string | undefined, password: string): Promise<boolean>;
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
    matches: async (personId, password) => {
      const kept = personId === undefined ? undefined : await vault.get(keyOf(personId));
      const known = typeof kept?.value === 'string' ? kept.value : undefined;
      const same = await verify(known ?? (await decoy()), password);
      return known !== undefined && same;
    },
  };
}
