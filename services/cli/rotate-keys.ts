/** Starts a new generation of signing keys. Running servers read it from the vault. */

import { parseArgs } from 'node:util';
import { type Clock, systemClock } from '../clock/clock.ts';
import { rethrowError } from '../eventstore/group-commit.ts';
import { type Env, parseEnv } from '../settings/env.ts';
import { checkInstallationExists, openBucketVault } from '../start/installation.ts';
import { secretCheckKey } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import { rotateKeys } from '../vault/signing.ts';
import { openSqliteVault } from '../vault/sqlite.ts';
import { type OperatorCommand, WrongUsageError } from './operator-command.ts';

type Rotating = {
  vault: Pick<Vault, 'get' | 'put'>;
  clock: Clock;
  now: boolean;
  /** Confirmation by --yes, required with --now. Without it nothing is changed. */
  yes: boolean;
  said: (line: string) => void;
};

const warning =
  'All older signing keys become invalid immediately: everybody signs in again, remembered browsers are forgotten, and all sent links stop working. New links are on the pages of the cases. Patients and files are not affected.';

/** @throws Error with a sentence for the operator, if the vault belongs to no installation */
export async function rotateKeysInVault({ vault, clock, now, yes, said }: Rotating): Promise<void> {
  if (!(await vault.get(secretCheckKey))) throw new Error('The vault is empty. Start the server once first.');
  if (now) said(warning);
  if (now && !yes) return said('Nothing has been changed. Run the same command with --yes to continue.');
  const { n, since } = await rotateKeys({ vault, clock, now });
  if (now) return said(`Key generation ${n} is active. Running servers use it within 10 seconds.`);
  said(`Key generation ${n} becomes active at ${new Date(since).toISOString()}.`);
  said(
    'Sessions and links signed with older keys stay valid until they expire. Patients and files are not affected.',
  );
}

/** Works next to the installation's servers. @throws Error with a sentence for the operator */
async function rotateFor(
  env: Pick<Env, 's3' | 'dataDir' | 'eventStore'>,
  how: Pick<Rotating, 'now' | 'yes' | 'said'>,
): Promise<void> {
  checkInstallationExists(env);
  const vault = env.s3
    ? openBucketVault(env.s3)
    : openSqliteVault({ dir: env.dataDir, onFatal: rethrowError });
  try {
    await rotateKeysInVault({ vault, clock: systemClock, ...how });
  } finally {
    await vault.close();
  }
}

export const rotateKeysCommand: OperatorCommand = {
  usage: '[--now [--yes]]',
  does: 'Creates new signing keys; sessions and links signed with older keys stay valid until they expire. --now, for a leaked key, invalidates them immediately: it shows the effects, and with --yes does it.',
  run: async (args, { env, said }) => {
    const options = {
      now: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    } as const;
    let values: { now: boolean; yes: boolean };
    try {
      ({ values } = parseArgs({ args, options }));
    } catch {
      throw new WrongUsageError();
    }
    if (values.yes && !values.now) throw new WrongUsageError();
    await rotateFor(parseEnv(env), { ...values, said });
  },
};
