/** The secret that is at hand, held against the vault whose keys it is to open. */
import { existsSync } from 'node:fs';
import { checkKey, createKeyring } from './keyring.ts';
import { createMemoryVault } from './memory.ts';
import type { Kept, Vault } from './port.ts';
import { loadSecret, type SecretPlace, secretAt } from './secret.ts';

/**
 * The secret for a vault, made where that was never used. One that is made for a vault with keys would open none of
 * them, and would lie where theirs belongs.
 * @throws Error with a sentence
 */
export async function secretFor(vault: Pick<Vault, 'get'>, place: SecretPlace): Promise<Buffer> {
  const path = secretAt(place);
  const missing = place.file === undefined && !existsSync(path);
  if (missing && (await vault.get(checkKey)))
    throw new Error(
      `There is no secret at ${path}, and names are sealed under one: put it there, or set SECRET_FILE to it.`,
    );
  return loadSecret(place);
}

/**
 * Looks whether the secret at hand is the vault's.
 * @param records of the vault: those below `secret/` count
 * @returns false where no secret is at hand
 * @throws Error with a sentence, where it is another one
 */
export async function checkAtHand(
  records: AsyncIterable<Pick<Kept, 'key' | 'value'>>,
  place: SecretPlace,
): Promise<boolean> {
  if (place.file === undefined && !existsSync(secretAt(place))) return false;
  const vault = createMemoryVault();
  for await (const { key, value } of records) if (key === checkKey) await vault.put(key, value);
  await createKeyring(vault, loadSecret(place)).check();
  return true;
}
