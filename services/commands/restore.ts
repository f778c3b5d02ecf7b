/** Makes an installation of a backup. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chosen, restore } from '../backup/restore.ts';
import { verify } from '../backup/verify.ts';
import { parseEnv } from '../env.ts';
import { type Command, WrongUsage } from './command.ts';

const text = { type: 'string' } as const;
const options = { into: text, 'erased-in': text, check: { type: 'boolean' } } as const;

function asked(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [folder, ...more] = positionals;
    if (folder !== undefined && more.length === 0) return { folder: resolve(folder), ...values };
  } catch {
    // Said below: what is asked is not understood.
  }
  throw new WrongUsage();
}

export const restoreCommand: Command = {
  usage: '<folder> [--into <data folder>] [--erased-in <data folder>] [--check]',
  does: 'Restores the latest backup of a folder into an empty one (default DATA_DIR). --check only verifies it.',
  run: async args => {
    const { folder, into, check, 'erased-in': erasedIn } = asked(args);
    if (check) {
      const { at, head } = await verify(await chosen(folder), console.log);
      console.log(`The backup of ${at}, up to position ${head}, is whole.`);
      return;
    }
    const { dataDir, secretFile } = parseEnv(process.env);
    const target = into === undefined ? dataDir : resolve(into);
    const from = erasedIn === undefined ? undefined : resolve(erasedIn);
    const { manifest } = await restore({
      ...{ folder, into: target, secretFile, erasedIn: from },
      said: console.log,
    });
    console.log(`Restored the backup of ${manifest.at} into ${target}.`);
  },
};
