/** Restores an installation from a backup. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseBackup, restoreBackup } from '../backup/restore.ts';
import { type InstallationServers, noExternalServers, usesDataFolder } from '../backup/restore-target.ts';
import { verifyBackup } from '../backup/verify.ts';
import { parseEnv } from '../settings/env.ts';
import { type OperatorCommand, WrongUsageError } from './operator-command.ts';

const text = { type: 'string' } as const;
const options = { into: text, 'erased-in': text, check: { type: 'boolean' } } as const;

function asked(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [folder, ...more] = positionals;
    if (folder !== undefined && more.length === 0) return { folder: resolve(folder), ...values };
  } catch {
    // A parse error ends in the WrongUsageError below.
  }
  throw new WrongUsageError();
}

const placeOf = (servers: InstallationServers, folder: string) =>
  usesDataFolder(servers) ? `into ${folder}` : 'to the servers of EVENT_STORE and S3_BUCKET';

export const restoreCommand: OperatorCommand = {
  usage: '<folder> [--into <data folder>] [--erased-in <data folder>] [--check]',
  does: 'Restores the latest backup of a folder to DATA_DIR, EVENT_STORE and S3_*, which must be empty, or with --into to a single folder. --check only verifies the backup.',
  run: async (args, { env, said }) => {
    const { folder, into, check, 'erased-in': erasedIn } = asked(args);
    if (check) {
      const { at, head } = await verifyBackup(await chooseBackup(folder), said);
      said(`The backup of ${at}, up to position ${head}, is complete and undamaged.`);
      return;
    }
    const { dataDir, secretFile, eventStore, s3 } = parseEnv(env);
    const target = into === undefined ? dataDir : resolve(into);
    const servers = into === undefined ? { eventStore, s3 } : noExternalServers;
    const from = erasedIn === undefined ? undefined : resolve(erasedIn);
    const { manifest } = await restoreBackup({
      folder,
      into: target,
      servers,
      secretFile,
      erasedIn: from,
      said,
    });
    said(`Restored the backup of ${manifest.at} ${placeOf(servers, target)}.`);
  },
};
