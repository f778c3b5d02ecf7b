/** Backs up a running installation. */
import { resolve, sep } from 'node:path';
import { makeBackup } from '../backup/backup.ts';
import { systemClock } from '../clock/clock.ts';
import { type Env, parseEnv } from '../settings/env.ts';
import { secretCheckKey } from '../vault/keyring.ts';
import { checkSecretOfVault } from '../vault/secret-check.ts';
import { openInstallationSource } from './installation-source.ts';
import { type OperatorCommand, type OperatorTerminal, WrongUsageError } from './operator-command.ts';

/** Runs next to the installation's servers: neither locks the folder nor writes to the log. */
async function backUpInto(env: Env, folder: string, said: OperatorTerminal['said']): Promise<void> {
  const { dataDir } = env;
  if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new Error(
      `${folder} is inside the data folder. Choose a folder outside, preferably on another disk.`,
    );
  const source = await openInstallationSource(env);
  try {
    const { manifest } = await makeBackup({ source, folder, clock: systemClock, said });
    if (manifest.lost > 0)
      throw new Error(
        `The backup is finished, but ${manifest.lost} files of the installation are missing or damaged. They are listed above.`,
      );
    const vault = source.openVault();
    // Checked last, because a backup is useful even if another secret opens its keys.
    await checkSecretOfVault(vault.list(secretCheckKey), { dir: dataDir, file: env.secretFile }).finally(
      vault.close,
    );
  } finally {
    await source.close();
  }
}

export const backupCommand: OperatorCommand = {
  usage: '[<folder>]',
  does: 'Creates a backup in a folder (default BACKUP_DIR) while the server runs. Backups do not contain the secret.',
  run: async ([given, ...more], { env: settings, said }) => {
    const env = parseEnv(settings);
    const folder = given ?? env.backupDir;
    if (folder === undefined || folder.startsWith('-') || more.length > 0) throw new WrongUsageError();
    await backUpInto(env, resolve(folder), said);
  },
};
