/** Pictures of records in a process of its own: a small WebP of each, a model's preview as GLB, a plan's stages. */
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Slot } from '#events/case/options.ts';
import type { ChildLimits } from '../childProcess/child.ts';
import { createKeptChild } from '../childProcess/kept-child.ts';
import { blobParts, upperPart } from '../files/blobs.ts';

/** What was written beside each other into a folder; nothing where it cannot be drawn. */
const drawn = z.object({ parts: z.array(z.enum(blobParts)) });
export type Drawn = z.infer<typeof drawn>;

/** What a plan.json goes by, where it is to be drawn with its shapes. */
export const planMime = 'archline/plan';
/** And where one of its stages is. */
export const stageMime = (stage: number): string => `${planMime}-stage-${stage}`;
/** The stage that `stageMime` was made of. */
export function stageOfMime(mime: string): number | undefined {
  const [, stage] = /^archline\/plan-stage-(\d{1,3})$/.exec(mime) ?? [];
  return stage === undefined ? undefined : Number(stage);
}

/** The part in which a record's picture is kept: a model's is one for each side that it is seen from. */
export const pictureOf = ({ mime, slot }: { mime: string; slot: string | null }): Drawn['parts'][number] =>
  mime === 'model/stl' && slot === 'upper' ? upperPart : 'picture';

export type Drawing = {
  path: string;
  mime: string;
  /** What the record stands for: an upper jaw is seen from below. */
  slot: Slot | null;
  /** Paths of what belongs to it: of a plan its shapes, all of them and coarse. */
  beside: readonly string[];
};

/**
 * @param into a folder that is there
 * @throws ChildCrash where drawing did not end well
 */
export type Draw = (drawing: Drawing, into: string) => Promise<Drawn>;

/** 4 million triangles take about 4 s and 400 MB, of which little is of the heap. */
const usual: ChildLimits = { timeMs: 60_000, heapMb: 512 };
const child = fileURLToPath(new URL('./draw-child.ts', import.meta.url));

/** A case that is opened asks for a dozen within seconds. */
const idleMs = 10_000;

export function createDraw(limits: ChildLimits = usual, script: string = child): Draw {
  const ask = createKeptChild({ script, answer: drawn, limits, idleMs });
  return ({ path, mime, slot, beside }, into) => ask([path, mime, into, slot ?? '', ...beside]);
}
