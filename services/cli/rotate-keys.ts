/** Starts a new generation of signing keys. Running servers read it from the vault. */
import { parseArgs } from 'node:util';
import { type Clock, systemClock } from '../clock/clock.ts';
import { type Env, parseEnv } from '../settings/env.ts';
import { secretCheckKey } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import { rotateKeys } from '../vault/signing.ts';
import { openSqliteVault } from '../vault/sqlite.ts';
import { checkInstallationExists, openBucketVault, rethrowError } from './installation-source.ts';
import { type OperatorCommand, WrongUsage } from './operator-command.ts';

type Rotating = {
  vault: Pick<Vault, 'get' | 'put'>;
  clock: Clock;
  now: boolean;
  /** Confirmation by --yes, required with --now. Without it nothing is changed. */
  yes: boolean;
  said: (line: string) => void;
};

const warning =
  'All older signing keys end at once: everybody signs in again, remembered browsers are forgotten, and every link that was sent is dead; the pages of the cases give new links. Patients and files are not affected.';

/** @throws Error with a sentence for the operator, if the vault belongs to no installation */
export async function rotateKeysInVault({ vault, clock, now, yes, said }: Rotating): Promise<void> {
  if (!(await vault.get(secretCheckKey))) throw new Error('The vault is empty: start the server once first.');
  if (now) said(warning);
  if (now && !yes) return said('Nothing is done yet: type the same with --yes.');
  const { n, since } = await rotateKeys({ vault, clock, now });
  if (now) return said(`Generation ${n} signs. Running servers follow within 10 seconds.`);
  said(`Generation ${n} signs from ${new Date(since).toISOString()}.`);
  said('What older keys have signed stays valid until its own end. Patients and files are not affected.');
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
  does: 'Starts new signing keys; sessions and links that older ones signed last until their own end. --now ends those at once, for a leaked key: it shows what that means, and does it with --yes.',
  run: async (args, { env, said }) => {
    const options = {
      now: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    } as const;
    let values: { now: boolean; yes: boolean };
    try {
      ({ values } = parseArgs({ args, options }));
    } catch {
      throw new WrongUsage();
    }
    if (values.yes && !values.now) throw new WrongUsage();
    await rotateFor(parseEnv(env), { ...values, said });
  },
};
