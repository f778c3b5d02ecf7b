/** Carries out confirmed data requests as the worker does, for tests. */
import { dataRequestStreamPrefix } from '#events/dataRequest/stream.ts';
import { carryOutRequest } from '../../effects/data-requests.ts';
import { createCopyMaker } from '../../erasing/copy-maker.ts';
import { eraseRequested } from '../../erasing/erase.ts';
import type { TestServer } from './test-server.ts';

export function createRequestWorker({ deps, files }: TestServer) {
  if (!files) throw new Error('no folder');
  const { blobs, copies, erase } = files;
  const make = createCopyMaker({ ...deps, blobs, copies });
  const idle = new AbortController();
  /** Handles every event so far, again if it was handled before. */
  const follow = async () => {
    for await (const event of deps.store.readAll())
      if (event.stream.startsWith(dataRequestStreamPrefix)) await carryOutRequest({ ...deps, copies }, event);
  };
  const settle = async () => void (await deps.models.reached(await deps.store.head(), 120_000));
  return {
    follow,
    make: (signal: AbortSignal = idle.signal) => make(signal),
    erase: () => eraseRequested({ ...deps, eraseFiles: erase, copies }),
    sweep: () => copies.sweep(),
    settle,
    /** Everything that is due. */
    work: async () => {
      await follow();
      await make(idle.signal);
      await eraseRequested({ ...deps, eraseFiles: erase, copies });
      await settle();
    },
  };
}
