/** Pictures of records in a process of its own: a small WebP of each, and a model's preview as GLB. */
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Slot } from '#events/case/options.ts';
import { askChild, type ChildLimits } from '../child.ts';

/** What was written beside each other into a folder: `picture`, and `mesh` of a model. Null: it cannot be drawn. */
const drawn = z.object({ parts: z.array(z.enum(['picture', 'mesh'])) });
export type Drawn = z.infer<typeof drawn>;

/**
 * @param into a folder that is there
 * @param slot what the record stands for: an upper jaw is seen from below
 * @throws ChildCrash where drawing did not end well
 */
export type Draw = (path: string, mime: string, into: string, slot: Slot | null) => Promise<Drawn>;

/** 4 million triangles take about 4 s and 400 MB, of which little is of the heap. */
const usual: ChildLimits = { timeMs: 60_000, heapMb: 512 };
const child = fileURLToPath(new URL('./draw-child.ts', import.meta.url));

export const createDraw =
  (limits: ChildLimits = usual, script: string = child): Draw =>
  (path, mime, into, slot) =>
    askChild({ script, args: [path, mime, into, slot ?? ''], answer: drawn, limits });
