/**
 * Erases patients whom an operator wants erased. Every step may be done again, and the request goes last: a process that
 * ends anywhere in between leaves it to the next one. First the events, from which on no node opens or takes anything of
 * the patient's; then the key, and what is under no key.
 */
import { isRefusal } from '#events/errors.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Perform } from '../command/perform.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Uploads } from '../files/uploads.ts';
import type { Log } from '../logging/log.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import type { Keyring } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import { askedErasures, endErasure } from './erasure-request.ts';
import { refinementsOf, saidIn } from './patient-cases.ts';

export type ErasingDeps = {
  store: EventStore;
  vault: Vault;
  keyring: Keyring;
  perform: Pick<Perform, 'erasePatient'>;
  models: ReadModels;
  snapshots: Snapshots | undefined;
  log: Log;
  eraseFiles: Uploads['erase'];
};

const reachedMs = 60_000;

/** Ends all cases of a patient; those that are opened before the end of the first are among them. @returns their ids */
async function endCases({ store, perform }: ErasingDeps, patient: string): Promise<string[]> {
  const cases = [patient];
  for (const caseId of cases) {
    try {
      await perform.erasePatient({ caseId, patient });
    } catch (error) {
      // A refinement whose second half was never done: it cannot be any more.
      if (!isRefusal(error) || error.refusal !== 'caseUnknown') throw error;
    }
    cases.push(...(await refinementsOf(store, caseId)));
  }
  return cases;
}

/** @param patient the id of the patient's first case @throws what should be tried again */
export async function erasePatient(deps: ErasingDeps, patient: string): Promise<void> {
  const { store, vault, keyring, models, snapshots, eraseFiles, log } = deps;
  const cases = new Set(await endCases(deps, patient));
  await keyring.eraseSubject(patient);
  const said = new Set<string>();
  for (const caseId of cases) for (const id of (await saidIn(store, caseId)).files) said.add(id);
  await eraseFiles(({ id, caseId }) => said.has(id) || (caseId !== null && cases.has(caseId)));
  // What is made of the rows from here on has nothing of the patient's.
  if (!(await models.reached(await store.head(), reachedMs)))
    throw new Error('the read models did not catch up with the log');
  await models.cleaned();
  await snapshots?.dropAll();
  await endErasure(vault, patient);
  log.info({ count: cases.size }, 'a patient is erased');
}

/**
 * Does what is asked for.
 * @returns how many were erased
 * @throws AggregateError of those that failed, after all others
 */
export async function eraseAsked(deps: ErasingDeps): Promise<number> {
  const failures: unknown[] = [];
  let erased = 0;
  for await (const patient of askedErasures(deps.vault))
    try {
      await erasePatient(deps, patient);
      erased += 1;
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, 'patients could not be erased');
  return erased;
}
