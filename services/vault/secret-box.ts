/**
 * Encrypts short secrets for the vault. Each is bound to its owner, so it cannot be opened in another owner's record.
 */
import { CompactEncrypt, compactDecrypt } from 'jose';

export type SecretBox = {
  seal(owner: string, secret: string): Promise<string>;
  /** @throws Error if the text was sealed for another owner or with another key */
  open(owner: string, sealed: string): Promise<string>;
};

/** @param key 32 bytes */
export function createSecretBox(key: Buffer): SecretBox {
  const header = { alg: 'dir', enc: 'A256GCM' } as const;
  return {
    seal: (owner, secret) =>
      new CompactEncrypt(Buffer.from(JSON.stringify([owner, secret])))
        .setProtectedHeader(header)
        .encrypt(key),
    open: async (owner, sealed) => {
      const { plaintext } = await compactDecrypt(sealed, key);
      const [of, secret]: unknown[] = JSON.parse(Buffer.from(plaintext).toString());
      if (of !== owner) throw new Error('a sealed secret belongs to another owner');
      return String(secret);
    },
  };
}
