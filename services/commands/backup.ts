/** Copies an installation that goes on running. */
import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { backUp } from '../backup/backup.ts';
import { systemClock } from '../clock.ts';
import { parseEnv } from '../env.ts';
import { eventsFile } from '../eventstore/schema.ts';
import { openSqliteReader } from '../eventstore/sqlite.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { openSqliteVaultReader } from '../vault/sqlite.ts';
import { type Command, WrongUsage } from './command.ts';

const rethrow = (error: Error) => {
  throw error;
};

/** Beside the server that has the folder: neither its lock nor its log is touched. */
async function backUpFolder(dataDir: string, folder: string): Promise<void> {
  if (!existsSync(eventsFile(dataDir)))
    throw new Error(`There is no installation in ${dataDir}: set DATA_DIR to its folder.`);
  if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new Error(`${folder} lies in the data folder: a backup belongs elsewhere, best on another disk.`);
  const log = openSqliteReader({ dir: dataDir, onFatal: rethrow });
  const openVault = () => openSqliteVaultReader({ dir: dataDir });
  const blobs = createDiskBlobs(join(dataDir, 'files'));
  try {
    const source = { log, openVault, blobs };
    const { manifest } = await backUp({ source, folder, clock: systemClock, said: console.log });
    if (manifest.lost > 0)
      throw new Error(
        `The backup is finished, but ${manifest.lost} files that the installation names are lost or damaged there: they are named above.`,
      );
  } finally {
    await log.close();
  }
}

export const backupCommand: Command = {
  usage: '[<folder>]',
  does: 'Makes a backup in a folder (default BACKUP_DIR), while the server runs. The secret is not in it.',
  run: async ([given, ...more]) => {
    const { dataDir, backupDir } = parseEnv(process.env);
    const folder = given ?? backupDir;
    if (folder === undefined || folder.startsWith('-') || more.length > 0) throw new WrongUsage();
    await backUpFolder(dataDir, resolve(folder));
  },
};
