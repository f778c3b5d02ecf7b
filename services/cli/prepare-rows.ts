/**
 * Prepares an upgrade, run from the new version's folder: builds its rows while the old version serves. The
 * new version is then ready right after its start.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareGeneration } from '#projections/generation.ts';
import { systemClock } from '../clock/clock.ts';
import { createVersionedReader } from '../eventstore/versioned-store.ts';
import { type Env, parseEnv } from '../settings/env.ts';
import { createKeyring } from '../vault/keyring.ts';
import { createSealedReader } from '../vault/sealed-store.ts';
import { loadSecret } from '../vault/secret.ts';
import { openSqliteVault } from '../vault/sqlite.ts';
import {
  type InstallationPlace,
  openBucketVault,
  openLogReader,
  rethrowError,
} from './installation-source.ts';
import { type OperatorCommand, WrongUsage } from './operator-command.ts';

/**
 * @returns false if this version's rows exist already
 * @throws Error with a sentence for the operator
 */
export async function prepareRows(env: InstallationPlace & Pick<Env, 'secretFile'>): Promise<boolean> {
  const { dataDir, secretFile } = env;
  const inner = await openLogReader(env);
  try {
    const secretAt = secretFile ?? join(dataDir, 'secret');
    if (!existsSync(secretAt))
      throw new Error(`${secretAt} does not exist. Without the secret no personal data can be decrypted.`);
    const vault = env.s3 ? openBucketVault(env.s3) : openSqliteVault({ dir: dataDir, onFatal: rethrowError });
    try {
      const keyring = createKeyring(vault, loadSecret({ dir: dataDir, file: secretFile }));
      await keyring.check();
      const log = createVersionedReader(createSealedReader(inner, { keyring }));
      const rows = join(dataDir, 'rows');
      mkdirSync(rows, { recursive: true });
      return await prepareGeneration(rows, { log, clock: systemClock });
    } finally {
      await vault.close();
    }
  } finally {
    await inner.close();
  }
}

export const prepareRowsCommand: OperatorCommand = {
  usage: '',
  does: 'Builds the read models of this version while another version serves DATA_DIR, so that an upgrade takes only a restart.',
  run: async (args, { env, said }) => {
    if (args.length > 0) throw new WrongUsage();
    const made = await prepareRows(parseEnv(env));
    said(made ? 'Built the read models.' : 'The read models of this version already exist.');
  },
};
