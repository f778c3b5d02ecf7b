/**
 * Erases patients at the request of an operator, or of two people. First erases the events, after which no node
 * decrypts or accepts the patient's data; then the key, and data that the key does not protect. Every step is
 * idempotent and the request is deleted last, so if the process crashes, the next one continues.
 */
import { isRefusal } from '#events/errors.ts';
import { directoryStream } from '#events/person/events.ts';
import { recordOf } from '#events/streams.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { CaseCommands } from '../command/case-commands.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Uploads } from '../files/uploads.ts';
import type { Log } from '../logging/log.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import type { Keyring } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import type { DataRequestCommands } from './data-requests.ts';
import { deleteErasureRequest, listRequestedErasures, noteErasureStep } from './erasure-request.ts';
import { readConversationContents, readRefinementsOfCase } from './patient-cases.ts';
import type { PatientCopies } from './patient-copies.ts';

export type ErasingDeps = {
  store: EventStore;
  vault: Vault;
  keyring: Keyring;
  perform: Pick<CaseCommands, 'erasePatient'>;
  models: ReadModels;
  dataRequests: Pick<DataRequestCommands, 'endErased'>;
  copies: Pick<PatientCopies, 'dropAllOf'>;
  snapshots: Snapshots | undefined;
  log: Log;
  eraseFiles: Uploads['erase'];
};

const reachedMs = 60_000;

/** Ends all cases of a patient, including those opened meanwhile. @returns their ids */
async function endCases({ store, perform }: ErasingDeps, patient: string): Promise<string[]> {
  const cases = [patient];
  for (const caseId of cases) {
    try {
      await perform.erasePatient({ caseId, patient });
    } catch (error) {
      // Ignores a refinement whose case was never created, and no longer can be.
      if (!isRefusal(error) || error.refusal !== 'caseUnknown') throw error;
    }
    cases.push(...(await readRefinementsOfCase(store, caseId)));
  }
  return cases;
}

/** Erases notes and addresses of invitations to the cases, because doctors write about the patient there. */
async function eraseInvitations({ store, keyring }: ErasingDeps, cases: ReadonlySet<string>): Promise<void> {
  const filter = { types: ['CollaboratorInvited'], streamPrefix: directoryStream };
  for await (const event of store.readAll({ filter })) {
    const { type, data } = recordOf('directory', event);
    if (type === 'CollaboratorInvited' && cases.has(data.caseId))
      await keyring.eraseSubject(data.collaborationId);
  }
}

/** @param patient id of the patient's first case @throws errors that should be retried */
export async function erasePatient(deps: ErasingDeps, patient: string): Promise<void> {
  const { store, vault, keyring, models, snapshots, eraseFiles, log } = deps;
  await noteErasureStep(vault, patient, 'cases');
  const cases = new Set(await endCases(deps, patient));
  // After the events are erased, no more copies are made.
  await deps.copies.dropAllOf(patient);
  await noteErasureStep(vault, patient, 'key');
  await keyring.eraseSubject(patient);
  await eraseInvitations(deps, cases);
  await noteErasureStep(vault, patient, 'files');
  const chatFiles = new Set<string>();
  for (const caseId of cases)
    for (const id of (await readConversationContents(store, caseId)).files) chatFiles.add(id);
  await eraseFiles(({ id, caseId }) => chatFiles.has(id) || (caseId !== null && cases.has(caseId)));
  await noteErasureStep(vault, patient, 'rows');
  // After this point, anything that is made from the rows is free of the patient's data.
  if (!(await models.reached(await store.head(), reachedMs)))
    throw new Error('the read models did not catch up with the log');
  await models.cleaned();
  await snapshots?.dropAll();
  await deps.dataRequests.endErased(patient);
  await deleteErasureRequest(vault, patient);
  log.info({ count: cases.size }, 'patient erased');
}

/**
 * Carries out all requests.
 * @returns the number of erased patients
 * @throws AggregateError of all failures, after trying every request
 */
export async function eraseRequestedPatients(deps: ErasingDeps): Promise<number> {
  const failures: unknown[] = [];
  let erased = 0;
  for await (const patient of listRequestedErasures(deps.vault))
    try {
      await erasePatient(deps, patient);
      erased += 1;
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, 'erasing patients failed');
  return erased;
}
