/**
 * Recovery codes as they are stored. They are hashed like passwords (argon2id), because 50 bits could be guessed with
 * a faster hash. A person's codes share a salt, so that a try costs one hash instead of one for each code.
 */
import { randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { owaspCost, type PasswordCost } from './passwords.ts';

/** `salt` and `hashes`: base64url. */
export type RecoveryCodeSet = { salt: string; hashes: string[] };

export type RecoveryCodeHashes = {
  /** Hashes codes with a new salt. */
  seal(codes: readonly string[]): Promise<RecoveryCodeSet>;
  /** The hash of a typed code under a set's salt. */
  hash(set: RecoveryCodeSet, code: string): Promise<string>;
};

const SALT_BYTES = 16;

/** The spelling in which a recovery code is compared. */
export const normaliseRecoveryCode = (code: string): string =>
  code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

export function createRecoveryCodeHashes(cost: PasswordCost = owaspCost): RecoveryCodeHashes {
  const hash = async (code: string, salt: string) =>
    (await hashRaw(normaliseRecoveryCode(code), { ...cost, salt: Buffer.from(salt, 'base64url') })).toString(
      'base64url',
    );
  return {
    seal: async codes => {
      const salt = randomBytes(SALT_BYTES).toString('base64url');
      const hashes: string[] = [];
      // Hashes one code after another, because hashing all at once would take every thread from other sign-ins.
      for (const code of codes) hashes.push(await hash(code, salt));
      return { salt, hashes };
    },
    hash: (set, code) => hash(code, set.salt),
  };
}
