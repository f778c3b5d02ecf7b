/** Checks that the installation's secret opens the keys in its vault. */
import { existsSync } from 'node:fs';
import { createSubjectKeyring, secretCheckKey } from './keyring.ts';
import { createMemoryVault } from './memory.ts';
import type { Vault, VaultRecord } from './port.ts';
import { loadSecret, type SecretPlace, secretPath } from './secret.ts';

/**
 * Returns the vault's secret. Creates one only for a vault without keys: a new secret could not decrypt any existing
 * keys, and would replace the right one.
 * @throws Error with a sentence for the operator
 */
export async function loadOrCreateSecret(vault: Pick<Vault, 'get'>, place: SecretPlace): Promise<Buffer> {
  const path = secretPath(place);
  const missing = place.file === undefined && !existsSync(path);
  if (missing && (await vault.get(secretCheckKey)))
    throw new Error(
      `The secret ${path} is missing, and existing data is encrypted with it. Copy the secret there, or set SECRET_FILE to its path.`,
    );
  return loadSecret(place);
}

/**
 * Compares the secret with the vault's records.
 * @param records of the vault; only those below `secret/` are read
 * @returns false if there is no secret
 * @throws Error with a sentence for the operator, if it is another vault's secret
 */
export async function checkSecretOfVault(
  records: AsyncIterable<Pick<VaultRecord, 'key' | 'value'>>,
  place: SecretPlace,
): Promise<boolean> {
  if (place.file === undefined && !existsSync(secretPath(place))) return false;
  const vault = createMemoryVault();
  for await (const { key, value } of records) if (key === secretCheckKey) await vault.put(key, value);
  await createSubjectKeyring(vault, loadSecret(place)).check();
  return true;
}
