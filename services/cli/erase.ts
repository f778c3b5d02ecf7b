/**
 * Requests a patient's erasure and waits until it is done. A running server carries it out, because the log of a data
 * folder has only one writer. The vault keeps the request until then.
 */

import { parseArgs } from 'node:util';
import { isErasureRequested, requestErasure } from '../erasing/erasure-request.ts';
import { type CaseSummary, findPatientOfCase, summariseCases } from '../erasing/patient-cases.ts';
import { rethrowError } from '../eventstore/group-commit.ts';
import type { EventReader } from '../eventstore/port.ts';
import { createVersionedReader } from '../eventstore/versioned-store.ts';
import { type Env, parseEnv } from '../settings/env.ts';
import { openBucketVault, openLogReader } from '../start/installation.ts';
import { subjectKeyName, subjectOfTombstone } from '../vault/keyring.ts';
import { checkLogBinding } from '../vault/log-binding.ts';
import type { Vault } from '../vault/port.ts';
import { openSqliteVault } from '../vault/sqlite.ts';
import { type OperatorCommand, WrongUsageError } from './operator-command.ts';

const APART_MS = 1_000;
/** Maximum number of polls of the request. A running server looks for requests every five seconds. */
const MOST_LOOKS = 120;

export type ErasureOptions = {
  log: Pick<EventReader, 'read'>;
  vault: Pick<Vault, 'get' | 'put'>;
  caseId: string;
  /** Confirmation by --yes. Without it nothing is requested. */
  yes: boolean;
  said: (line: string) => void;
  /** Resolves after the polling interval. */
  wait: () => Promise<void>;
};

const inWords = ({ caseId, begun, events, files, messages }: CaseSummary) =>
  `  ${caseId}, created on ${begun.slice(0, 10)}: ${events} events, ${files} files, ${messages} messages`;

/**
 * Stores a request and waits until a server has carried it out.
 * @throws Error with a sentence for the operator, if that takes too long
 */
export async function requestErasureAndWait({
  log,
  vault,
  caseId,
  yes,
  said,
  wait,
}: ErasureOptions): Promise<void> {
  const patient = await findPatientOfCase(log, caseId);
  if (patient === undefined) throw new Error(`There is no case ${caseId}.`);
  const isErased = async () => {
    const key = await vault.get(subjectKeyName(patient));
    return (
      key !== undefined &&
      subjectOfTombstone(key) !== undefined &&
      !(await isErasureRequested(vault, patient))
    );
  };
  if (await isErased()) return said(`The patient of ${caseId} is already erased.`);
  said(`This permanently erases the patient of ${caseId} and all personal data in these cases:`);
  for (const one of await summariseCases(log, patient)) said(inWords(one));
  said(
    'Their files are deleted and the cases become read-only. Backups contain the data for at most 30 days.',
  );
  if (!yes) return said('Nothing has been changed. Run the same command with --yes to continue.');
  await requestErasure(vault, patient);
  for (let looks = 0; await isErasureRequested(vault, patient); looks++) {
    if (looks === MOST_LOOKS)
      throw new Error(
        'The erasure is requested but not done yet. A server that runs the worker carries it out.',
      );
    await wait();
  }
  if (!(await isErased()))
    throw new Error('The request is gone, but the patient is not erased. Run the same command again.');
  said('The patient is erased.');
}

const openVault = ({ s3, dataDir }: Pick<Env, 's3' | 'dataDir'>): Vault =>
  s3 ? openBucketVault(s3) : openSqliteVault({ dir: dataDir, onFatal: rethrowError });

/** Runs next to the installation's servers. @throws Error with a sentence for the operator */
export async function eraseInInstallation(
  env: Pick<Env, 's3' | 'dataDir' | 'eventStore'>,
  what: Pick<ErasureOptions, 'caseId' | 'yes' | 'said'>,
): Promise<void> {
  const log = createVersionedReader(await openLogReader(env), { sealed: true });
  try {
    const vault = openVault(env);
    try {
      // Checks that log and vault belong together; those of a data folder always do.
      if (env.s3) await checkLogBinding(vault, log);
      const wait = () => new Promise<void>(resolve => setTimeout(resolve, APART_MS));
      await requestErasureAndWait({ log, vault, ...what, wait });
    } finally {
      await vault.close();
    }
  } finally {
    await log.close();
  }
}

export const eraseCommand: OperatorCommand = {
  usage: '<case id> [--yes]',
  does: 'Permanently erases the patient of a case while the server runs. Without --yes it only shows what would be erased.',
  run: async (args, { env, said }) => {
    const options = { yes: { type: 'boolean', default: false } } as const;
    let parsed: { values: { yes: boolean }; positionals: string[] };
    try {
      parsed = parseArgs({ args, options, allowPositionals: true });
    } catch {
      throw new WrongUsageError();
    }
    const [caseId, ...more] = parsed.positionals;
    if (caseId === undefined || more.length > 0) throw new WrongUsageError();
    await eraseInInstallation(parseEnv(env), { caseId, yes: parsed.values.yes, said });
  },
};
