/** What is made from records to be looked at: made once, when it is first asked for, and kept beside them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobName, BlobPart, Blobs } from '../files/blobs.ts';
import { createPlaces } from '../places.ts';
import { createDraw, type Draw } from './draw.ts';

export type PreviewDeps = {
  blobs: Blobs;
  /** A folder for what is being made, on the blobs' disk. */
  dir: string;
  draw?: Draw;
};

export interface Previews {
  /** The part's name once it is there; undefined where there is none to be had. */
  of(
    name: BlobName,
    mime: string,
    part: BlobPart,
    beside?: readonly BlobName[],
  ): Promise<BlobName | undefined>;
}

/** Each takes a processor. */
const atOnce = 2;

export function createPreviews({ blobs, dir, draw = createDraw() }: PreviewDeps): Previews {
  const making = new Map<string, Promise<void>>();
  /** What could not be drawn is not tried again until the server starts anew. */
  const none = new Set<string>();
  const places = createPlaces(atOnce);
  const make = async (name: BlobName, mime: string, beside: readonly BlobName[]) => {
    await places.take();
    const into = await mkdtemp(join(dir, 'preview-'));
    try {
      const { parts } = await draw(blobs.path(name), mime, into, beside.map(blobs.path));
      for (const part of parts) await blobs.keep({ ...name, part }, join(into, part));
      // Erased meanwhile: nothing of it may stay.
      if ((await blobs.size(name)) === undefined) await blobs.drop(name);
    } finally {
      await rm(into, { recursive: true, force: true });
      places.leave();
    }
  };
  return {
    async of({ orgId, sha256 }, mime, part, beside = []) {
      const name = { orgId, sha256 };
      const key = `${orgId}/${sha256} ${mime}`;
      const made = { ...name, part };
      if ((await blobs.size(made)) !== undefined) return made;
      if (none.has(key)) return undefined;
      const job = making.get(key) ?? make(name, mime, beside);
      making.set(key, job);
      try {
        await job;
      } catch {
        none.add(key);
      } finally {
        making.delete(key);
      }
      if ((await blobs.size(made)) !== undefined) return made;
      none.add(key);
      return undefined;
    },
  };
}
