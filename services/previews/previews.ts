/** What is made from records to be looked at: made once, when it is first asked for, and kept beside them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Slot } from '#events/case/options.ts';
import { createFairSemaphore } from '../fair-semaphore.ts';
import type { BlobName, BlobPart, Blobs } from '../files/blobs.ts';
import { createDraw, type Draw } from './draw.ts';

export type PreviewDeps = {
  blobs: Blobs;
  /** A folder for what is being made, on the blobs' disk. */
  dir: string;
  draw?: Draw;
};

/** A record that is looked at. */
export type Seen = {
  orgId: string;
  sha256: string;
  mime: string;
  slot: Slot | null;
  /** What belongs to it: of a plan its shapes. */
  beside?: readonly BlobName[];
  /** The person who asks; people take turns. Absent: links and the program share one turn. */
  by?: string;
};

const sharedBy = '';

export interface Previews {
  /**
   * The part's name once it is there; undefined where there is none to be had, or whoever asked has gone.
   * @param signal of whoever asks; once all who ask for it have gone, what has not been begun is not made
   */
  of(record: Seen, part: BlobPart, signal?: AbortSignal): Promise<BlobName | undefined>;
}

/** Each takes a processor. */
const atOnce = 2;
/** Running and waiting, of one person: more than the photos and stages that any page shows at once. */
const perPerson = 300;

/** What is being made, and how many wait for it. */
type Job = { done: Promise<void>; asking: number; given: AbortController };

export function createPreviews({ blobs, dir, draw = createDraw() }: PreviewDeps): Previews {
  const making = new Map<string, Job>();
  /** What could not be drawn is not tried again until the server starts anew. */
  const none = new Set<string>();
  const semaphore = createFairSemaphore({ atOnce, perPerson });
  const make = async ({ orgId, sha256, mime, slot, beside = [] }: Seen) => {
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
      // Erased meanwhile: nothing of it may stay.
      if ((await blobs.size(name)) === undefined) await blobs.drop(name);
    } finally {
      await rm(into, { recursive: true, force: true });
    }
  };
  const begin = (record: Seen, key: string, by: string): Job => {
    const given = new AbortController();
    const job: Job = { done: semaphore.run(by, () => make(record), given.signal), asking: 0, given };
    making.set(key, job);
    const end = () => void making.delete(key);
    job.done.then(end, end);
    return job;
  };
  const waitFor = async (job: Job, signal?: AbortSignal) => {
    const leave = () => {
      job.asking -= 1;
      if (job.asking === 0) job.given.abort();
    };
    job.asking += 1;
    signal?.addEventListener('abort', leave, { once: true });
    await job.done.catch(() => undefined);
    signal?.removeEventListener('abort', leave);
  };
  return {
    async of(record, part, signal) {
      const { orgId, sha256, mime } = record;
      const key = `${orgId}/${sha256} ${mime}`;
      const made = { orgId, sha256, part };
      while (!signal?.aborted) {
        if ((await blobs.size(made)) !== undefined) return made;
        if (none.has(key)) return undefined;
        const job = making.get(key) ?? begin(record, key, record.by ?? sharedBy);
        await waitFor(job, signal);
        // Given up by those who asked before: this one has not.
        if (!job.given.signal.aborted && (await blobs.size(made)) === undefined) none.add(key);
      }
      return undefined;
    },
  };
}
