/** Opens an installation's log for reading, next to the servers that write it. Personal parts are decrypted. */

import { existsSync } from 'node:fs';
import { rethrowError } from '../eventstore/group-commit.ts';
import type { RawEventReader } from '../eventstore/port.ts';
import type { Env } from '../settings/env.ts';
import { createKeyring } from '../vault/keyring.ts';
import { createSealedReader } from '../vault/sealed-store.ts';
import { loadSecret, secretPath } from '../vault/secret.ts';
import { openSqliteVault } from '../vault/sqlite.ts';
import { type InstallationPlace, openBucketVault, openLogReader } from './installation-source.ts';

/**
 * Runs work on the log. Events have the shapes in which they were stored.
 * @throws Error with a sentence for the operator; the work's error
 */
export async function withReadableLog<T>(
  env: InstallationPlace & Pick<Env, 'secretFile'>,
  work: (log: RawEventReader) => Promise<T>,
): Promise<T> {
  const { dataDir, secretFile } = env;
  const inner = await openLogReader(env);
  try {
    const secretAt = { dir: dataDir, file: secretFile };
    if (!existsSync(secretPath(secretAt)))
      throw new Error(
        `${secretPath(secretAt)} does not exist. Without the secret no personal data can be decrypted.`,
      );
    const vault = env.s3 ? openBucketVault(env.s3) : openSqliteVault({ dir: dataDir, onFatal: rethrowError });
    try {
      const keyring = createKeyring(vault, loadSecret(secretAt));
      await keyring.check();
      return await work(createSealedReader(inner, { keyring }));
    } finally {
      await vault.close();
    }
  } finally {
    await inner.close();
  }
}
