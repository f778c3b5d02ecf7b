/** Previews of records. Each is made on demand and only once, and stored beside the record. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Slot } from '#events/case/options.ts';
import { isRefusal } from '#events/errors.ts';
import { createFairSemaphore, type FairSemaphore } from '../concurrency/fair-semaphore.ts';
import type { BlobName, BlobPart, Blobs } from '../files/blobs.ts';
import { createRecordDrawing, type DrawRecord, picturePartOf } from './record-drawing.ts';

export type PreviewDeps = {
  blobs: Blobs;
  /** Folder for work in progress, on the blobs' disk. */
  dir: string;
  draw?: DrawRecord;
  turns?: FairSemaphore;
};

/** A record whose preview is requested. */
type Seen = {
  orgId: string;
  sha256: string;
  mime: string;
  slot: Slot | null;
  /** Related files of the record: for a plan its shapes. */
  beside?: readonly BlobName[];
  /** Id of the person who asks. People take turns; without an id, links and the program share one turn. */
  by?: string;
};

const sharedBy = '';

export interface Previews {
  /**
   * Returns the part's name when it exists; undefined if it cannot be made, or the caller has disconnected.
   * @param signal of the caller; when all of a person's callers have disconnected, queued work is dropped
   * @throws Refusal tooMany; fileStoreDown
   */
  of(record: Seen, part: BlobPart, signal?: AbortSignal): Promise<BlobName | undefined>;
}

/** Maximum number of concurrent drawings. Each uses a processor. */
const atOnce = 2;
/** Maximum number of one person's running and waiting drawings: more than any page shows at once. */
const perPerson = 300;

/** A person's turn for a record, with its number of waiting calls. */
type Turn = { done: Promise<void>; asking: number; given: AbortController };

/** Draws a record and stores its parts beside it. */
async function drawInto(
  { blobs, dir }: PreviewDeps,
  draw: DrawRecord,
  { orgId, sha256, mime, slot, beside = [] }: Seen,
): Promise<void> {
  const name = { orgId, sha256 };
  const into = await mkdtemp(join(dir, 'preview-'));
  try {
    const drawing = {
      path: await blobs.local(name),
      mime,
      slot,
      beside: await Promise.all(beside.map(blobs.local)),
    };
    const { parts } = await draw(drawing, into);
    for (const part of parts) await blobs.keep({ ...name, part }, join(into, part));
    // Deletes the parts if the record was erased meanwhile.
    if ((await blobs.size(name)) === undefined) await blobs.drop(name);
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

export function createPreviews(deps: PreviewDeps): Previews {
  const { blobs, draw = createRecordDrawing(), turns } = deps;
  /** Turns by person and record. A record that two people request is drawn in the earlier turn. */
  const waiting = new Map<string, Turn>();
  const drawing = new Map<string, Promise<void>>();
  /** Records that cannot be drawn, not retried until the server restarts. */
  const none = new Set<string>();
  const semaphore = turns ?? createFairSemaphore({ atOnce, perPerson });
  const makeOnce = (record: Seen, key: string, made: BlobName): Promise<void> => {
    const underWay = drawing.get(key);
    if (underWay) return underWay;
    const work = (async () => {
      if (!none.has(key) && (await blobs.size(made)) === undefined) await drawInto(deps, draw, record);
    })();
    drawing.set(key, work);
    const end = () => void drawing.delete(key);
    work.then(end, end);
    return work;
  };
  const turnOf = (record: Seen, key: string, made: BlobName): Turn => {
    const { by = sharedBy } = record;
    const own = `${by} ${key}`;
    const known = waiting.get(own);
    if (known) return known;
    const given = new AbortController();
    const done = semaphore.run(by, () => makeOnce(record, key, made), given.signal);
    const turn = { done, asking: 0, given };
    waiting.set(own, turn);
    const end = () => void waiting.delete(own);
    done.then(end, end);
    return turn;
  };
  /** @throws Refusal if it may be drawable later */
  const waitFor = async (turn: Turn, signal?: AbortSignal) => {
    const leave = () => {
      turn.asking -= 1;
      if (turn.asking === 0) turn.given.abort();
    };
    turn.asking += 1;
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await turn.done;
    } catch (error) {
      if (isRefusal(error)) throw error;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };
  return {
    async of(record, part, signal) {
      const { orgId, sha256, mime } = record;
      const picture = picturePartOf(record);
      const key = `${orgId}/${sha256} ${mime} ${picture}`;
      const made: BlobName = { orgId, sha256, part: part === 'picture' ? picture : part };
      while (!signal?.aborted) {
        if ((await blobs.size(made)) !== undefined) return made;
        if (none.has(key)) return undefined;
        const turn = turnOf(record, key, made);
        await waitFor(turn, signal);
        // Earlier callers aborted this drawing, so the record itself may still be drawable.
        if (!turn.given.signal.aborted && (await blobs.size(made)) === undefined) none.add(key);
      }
      return undefined;
    },
  };
}
