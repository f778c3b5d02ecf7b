/** What the page asks of the worker that makes shapes ready to be drawn. */
import type { Arch, Fdi } from '#events/tooth/fdi.ts';

/** Triangles with a normal at every vertex; mm. */
export type Shape = {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
};

/** A crown about its pivot. `shades`: 0 at the neck to 255 at the edge or the cusps, one a vertex. */
export type ToothShape = Shape & { fdi: Fdi; shades: Uint8Array<ArrayBuffer> };

/**
 * A gum where it lies at stage 0, and how it follows its teeth: four of `bones` a vertex with their weights, which
 * sum to 1. Bone 0 stands still; bone i is the tooth `teeth[i - 1]`.
 */
export type GumShape = Shape & {
  arch: Arch;
  teeth: Fdi[];
  bones: Uint8Array<ArrayBuffer>;
  weights: Float32Array<ArrayBuffer>;
};

export type Shapes = { teeth: ToothShape[]; gums: GumShape[] };

/** What of a bundle the shapes need to be told. */
export type ToothPlace = { fdi: Fdi; pivot: readonly number[]; axes: readonly number[] };

export type ShapeWork = {
  /** @param url of a bundle's GLB, same origin. @throws where it is not there or broken */
  load(url: string, teeth: readonly ToothPlace[]): Promise<Shapes>;
  /** @param url of a digital model's GLB, same origin; lengths are its file's own. @throws where it is not there or broken */
  model(url: string): Promise<Shape>;
};
