/** Draws previews of records in a child process: a small WebP of each, a model as GLB, and a plan's stages. */
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Slot } from '#events/case/options.ts';
import { type ChildLimits, compileCacheEnv } from '../childProcess/child.ts';
import { createReusedChild } from '../childProcess/reused-child.ts';
import { blobParts, upperJawPicturePart } from '../files/blobs.ts';

/** Parts written into a folder; none if the record cannot be drawn. */
const drawn = z.object({ parts: z.array(z.enum(blobParts)) });
export type DrawnParts = z.infer<typeof drawn>;

/** Type under which a plan.json is drawn with its shapes. */
export const planMime = 'archline/plan';
/** Media type under which a single stage of a plan is drawn. */
export const stageMime = (stage: number): string => `${planMime}-stage-${stage}`;
/** Returns the stage in a media type made by `stageMime`. */
export function stageOfMime(mime: string): number | undefined {
  const [, stage] = /^archline\/plan-stage-(\d{1,3})$/.exec(mime) ?? [];
  return stage === undefined ? undefined : Number(stage);
}

/** Returns the name of the part that is a record's picture. A model has one picture for each side it is seen from. */
export const picturePartOf = ({
  mime,
  slot,
}: {
  mime: string;
  slot: string | null;
}): DrawnParts['parts'][number] =>
  mime === 'model/stl' && slot === 'upper' ? upperJawPicturePart : 'picture';

type Drawing = {
  path: string;
  mime: string;
  /** Slot of the record: an upper jaw is seen from below. */
  slot: Slot | null;
  /** Paths of related files: for a plan its shapes, all of them and coarse. */
  beside: readonly string[];
};

/**
 * @param into an existing folder
 * @throws ChildCrashError if drawing failed
 */
export type DrawRecord = (drawing: Drawing, into: string) => Promise<DrawnParts>;

/** Limits of the child. 4 million triangles take about 4 s and 400 MB, mostly outside the heap. */
const usual: ChildLimits = { timeMs: 60_000, heapMb: 512 };
const child = fileURLToPath(new URL('./draw-child.ts', import.meta.url));

/** Milliseconds until an idle child ends. An opened case requests a dozen pictures within seconds. */
const idleMs = 10_000;

export function createRecordDrawing(limits: ChildLimits = usual, script: string = child): DrawRecord {
  // Uses the priority `low`, because a doctor waits for the pictures.
  const ask = createReusedChild({
    ...{ script, answer: drawn, limits, idleMs },
    ...{ priority: 'low', env: compileCacheEnv },
  });
  return ({ path, mime, slot, beside }, into) => ask([path, mime, into, slot ?? '', ...beside]);
}
