/** Findings of a model's preview. Browser and server use the same code, `workers/mesh/preview.ts`. */
import * as z from 'zod/mini';

/** Units in which an arch may have its size. No format states one. */
export const modelUnits = ['mm', 'inch', 'cm', 'm', 'um'] as const;
export type ModelUnit = (typeof modelUnits)[number];

/** Fallbacks of the simplification for a preview: drop small pieces (`prune`), or also close tunnels (`sloppy`). */
const fallbacks = ['prune', 'sloppy'] as const;
export type SimplificationFallback = (typeof fallbacks)[number];

export const recordedModelFindingsSchema = z.object({
  /** Number of triangles of the preview. */
  kept: z.number(),
  /** Number of connected pieces. */
  components: z.number(),
  /**
   * Whether the model has many pieces and none spans the arch: loose teeth or roots. Absent for models read before this
   * was checked.
   */
  scattered: z.optional(z.boolean()),
  /** Closed loops along the surface's edge. A scan has one at its base; every other loop is a hole. */
  rims: z.number(),
  /** Unit in which the model has the size of an arch; null if there is none. */
  unit: z.nullable(z.enum(modelUnits)),
  /** Distances between model and preview, µm. */
  deviation: z.object({ mean: z.number(), p99: z.number(), max: z.number() }),
  fallback: z.nullable(z.enum(fallbacks)),
});
export type RecordedModelFindings = z.infer<typeof recordedModelFindingsSchema>;
