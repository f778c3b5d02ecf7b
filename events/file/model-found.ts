/** What a model was found to be when it was read at rest: the same code as in the browser, `workers/mesh/preview.ts`. */
import * as z from 'zod/mini';

/** Units in which an arch may have its size; no format says which. */
export const unitNames = ['mm', 'inch', 'cm', 'm', 'um'] as const;
export type Unit = (typeof unitNames)[number];

/** What a preview took: small pieces left out, or the surface's tunnels closed as well. */
export const fallbacks = ['prune', 'sloppy'] as const;
export type Fallback = (typeof fallbacks)[number];

export const modelFound = z.object({
  /** Triangles of the preview. */
  kept: z.number(),
  /** Connected pieces. */
  components: z.number(),
  /** Many pieces of which none spans the arch: single teeth or roots. Absent of models read before it was looked for. */
  scattered: z.optional(z.boolean()),
  /** Closed ways along the surface's edge; a scan has one, at its foot, and each other is a hole. */
  rims: z.number(),
  /** Null where it is no arch's size in any unit. */
  unit: z.nullable(z.enum(unitNames)),
  /** Between model and preview, µm. */
  deviation: z.object({ mean: z.number(), p99: z.number(), max: z.number() }),
  fallback: z.nullable(z.enum(fallbacks)),
});
export type ModelFound = z.infer<typeof modelFound>;
