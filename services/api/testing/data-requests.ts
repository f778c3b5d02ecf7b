/** Carries out confirmed data requests as the worker does, for tests. */
import { dataRequestStreamPrefix } from '#events/dataRequest/stream.ts';
import { carryOutDataRequest } from '../../effects/data-requests.ts';
import { createPatientCopyMaker } from '../../erasing/copy-maker.ts';
import { eraseRequestedPatients } from '../../erasing/erase.ts';
import type { TestServer } from './test-server.ts';

export function createDataRequestWorker({ deps, files }: TestServer) {
  if (!files) throw new Error('no folder');
  const { blobs, copies, erase } = files;
  const make = createPatientCopyMaker({ ...deps, blobs, copies });
  const idle = new AbortController();
  /** Handles every event so far, again if it was handled before. */
  const follow = async () => {
    for await (const event of deps.store.readAll())
      if (event.stream.startsWith(dataRequestStreamPrefix))
        await carryOutDataRequest({ ...deps, copies }, event);
  };
  const settle = async () => void (await deps.models.reached(await deps.store.head(), 120_000));
  return {
    follow,
    make: (signal: AbortSignal = idle.signal) => make(signal),
    erase: () => eraseRequestedPatients({ ...deps, eraseFiles: erase, copies }),
    sweep: () => copies.sweep(),
    settle,
    /** Does all work that is due. */
    work: async () => {
      await follow();
      await make(idle.signal);
      await eraseRequestedPatients({ ...deps, eraseFiles: erase, copies });
      await settle();
    },
  };
}
