/**
 * Prepares an upgrade. Run from the new version's folder, it builds the new version's rows while the old version
 * serves, so the new version is ready right after its start.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareGeneration } from '#projections/generation.ts';
import { systemClock } from '../clock/clock.ts';
import { createVersionedReader } from '../eventstore/versioned-store.ts';
import { parseEnv } from '../settings/env.ts';
import type { SecretInstallationPlace } from '../start/installation.ts';
import { type OperatorCommand, WrongUsageError } from './operator-command.ts';
import { withReadableLog } from './readable-log.ts';

/**
 * @returns false if this version's rows exist already
 * @throws Error with a sentence for the operator
 */
export const prepareRows = (place: SecretInstallationPlace): Promise<boolean> =>
  withReadableLog(place, opened => {
    const rows = join(place.dataDir, 'rows');
    mkdirSync(rows, { recursive: true });
    return prepareGeneration(rows, { log: createVersionedReader(opened), clock: systemClock });
  });

export const prepareRowsCommand: OperatorCommand = {
  usage: '',
  does: 'Builds the read models of this version while another version serves DATA_DIR, so that an upgrade takes only a restart.',
  run: async (args, { env, said }) => {
    if (args.length > 0) throw new WrongUsageError();
    const made = await prepareRows(parseEnv(env));
    said(made ? 'Built the read models.' : 'The read models of this version already exist.');
  },
};
