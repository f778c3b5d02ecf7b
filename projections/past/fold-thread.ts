/**
 * Folds events into a file of past rows in a worker thread, so that only reading the log costs the server's own thread.
 * The thread has no keys, because events arrive decrypted.
 */
import { closeSync, createReadStream, createWriteStream, fsyncSync, openSync, renameSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Recorded } from '#events/envelope.ts';
import { foldErasureAndRefold } from '../erasing.ts';
import { createEventFolder } from '../fold.ts';
import { storeOptionsOf } from '../generation.ts';
import { openRowStore } from '../store.ts';
import { unfinishedKeyframePath } from './keyframes.ts';
import { viewsInKeyframes } from './stored-views.ts';

/** `from`: keyframe to begin with. `file`: a path that does not exist. */
type Job = { mark: typeof MARK; from: string | undefined; file: string };

export type FoldMessage =
  /**
   * `before`: the case's earlier events, which are folded again. Given only if `events` is one erasure of a patient.
   */
  | { do: 'fold'; events: readonly Recorded[]; before?: readonly Recorded[] }
  | { do: 'save'; position: bigint; keyframe?: string }
  | { do: 'close' };

/** Distinguishes this module's threads from those that run tests. */
const MARK = 'past rows';
/** Events between two saves. A case changes dozens of times in between, but a save writes it only once. */
const SAVE_EVENTS = 32_768;

/** Opens the rows and returns the function that handles one message. */
async function openFold({ from, file }: Job): Promise<(message: FoldMessage) => Promise<void>> {
  if (from !== undefined)
    await pipeline(createReadStream(from), createZstdDecompress(), createWriteStream(file));
  const store = openRowStore({ file, ...storeOptionsOf(viewsInKeyframes), scratch: true });
  // The clock only dates removals for clients that resume. No client resumes past rows, so the clock is 0.
  const folder = createEventFolder({ store, views: viewsInKeyframes, clock: { now: () => 0 } });
  let unsaved = 0;
  const save = () => {
    store.transaction(() => folder.save());
    unsaved = 0;
  };
  return async message => {
    if (message.do === 'close') return store.close();
    if (message.do === 'save') {
      save();
      folder.indexWords();
      store.setMeta('position', String(message.position));
      if (message.keyframe !== undefined) await compress(file, message.keyframe);
      return;
    }
    const { events, before } = message;
    const [first] = events;
    if (before && first) {
      save();
      foldErasureAndRefold(folder, first, before);
    } else for (const event of events) folder.apply(event);
    unsaved += events.length;
    if (unsaved >= SAVE_EVENTS) save();
  };
}

async function compress(file: string, into: string): Promise<void> {
  const part = unfinishedKeyframePath(into);
  await pipeline(createReadStream(file), createZstdCompress(), createWriteStream(part));
  const written = openSync(part, 'r+');
  fsyncSync(written);
  closeSync(written);
  // Renames last, so that the final name never belongs to an incomplete file, whenever the process ends.
  renameSync(part, into);
}

export type FoldThread = {
  /** Resolves once the thread has handled the message. @throws the error that ended the thread */
  send(message: FoldMessage): Promise<void>;
  /** Ends the thread. Messages under way are refused. */
  end(): Promise<void>;
};

export function startFoldThread(job: Omit<Job, 'mark'>): FoldThread {
  const worker = new Worker(new URL(import.meta.url), { workerData: { mark: MARK, ...job } satisfies Job });
  const waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on('message', () => waiting.shift()?.resolve());
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread of past rows has ended')));
  return {
    send: message =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        waiting.push({ resolve, reject });
        worker.postMessage(message);
      }),
    end: async () => {
      await worker.terminate();
    },
  };
}

// The thread runs this same file.
if (parentPort && (workerData as Job | null)?.mark === MARK) {
  const port = parentPort;
  const opened = openFold(workerData as Job);
  let last: Promise<unknown> = opened;
  port.on('message', (message: FoldMessage) => {
    last = last.then(async () => {
      await (await opened)(message);
      port.postMessage('done');
    });
    last.catch(error => {
      throw error;
    });
  });
}
