/** Carries out confirmed requests about a patient's data: requests erasures, makes copies, and deletes old copies. */
import { dataRequestStatusOf } from '#events/dataRequest/data-request.ts';
import { dataRequestStreamPrefix, patientIdOfRequest } from '#events/dataRequest/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';
import type { DataRequestCommands } from '../erasing/data-requests.ts';
import { requestErasure } from '../erasing/erasure-request.ts';
import type { PatientCopies } from '../erasing/patient-copies.ts';
import type { Log } from '../logging/log.ts';
import type { Vault } from '../vault/port.ts';
import { type FollowerDeps, type RunningFollower, startFollower } from './follower.ts';

export type DataRequestFollowerDeps = FollowerDeps & {
  vault: Vault;
  log: Pick<Log, 'info' | 'error'>;
  dataRequests: Pick<DataRequestCommands, 'load'>;
  copies: PatientCopies;
  /** Makes the copies that are due. */
  makeCopies: (signal: AbortSignal) => Promise<void>;
};

/** Carries out what an event of a request demands. Idempotent. */
export async function carryOutDataRequest(
  { dataRequests, vault, copies, clock }: Omit<DataRequestFollowerDeps, 'makeCopies'>,
  event: Recorded,
): Promise<void> {
  const { type, data } = recordOf('dataRequest', event);
  const patient = patientIdOfRequest(event);
  if (type === 'PatientCopyStopped') return copies.drop(patient, data.request);
  const { requests } = await dataRequests.load(patient);
  const found = requests.find(one => one.request === data.request);
  // The request was carried out before, or has been stopped since the event.
  if (!found || dataRequestStatusOf(found, clock.now()) !== 'working') return;
  await (found.kind === 'erasure' ? requestErasure(vault, patient) : copies.enqueue(patient, data.request));
}

/** Starts the follower. Returns at once. */
export function startDataRequests(deps: DataRequestFollowerDeps): RunningFollower {
  return startFollower(deps, {
    name: 'dataRequests',
    filter: { types: ['DataRequestConfirmed', 'PatientCopyStopped'], streamPrefix: dataRequestStreamPrefix },
    handleEvent: event => carryOutDataRequest(deps, event),
    chores: async ({ signal }) => {
      await deps.makeCopies(signal);
      await deps.copies.sweep();
    },
  });
}
