/** Calls of the page to the worker that prepares shapes for drawing. */
import type { Arch, Fdi } from '#events/tooth/fdi.ts';

/** A mesh with a normal at every vertex, mm. */
export type ShadedMesh = {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
};

/**
 * A crown relative to its pivot. `shades`: height of each vertex, 0 at the neck to 255 at the edge or the
 * cusps.
 */
export type ToothShape = ShadedMesh & { fdi: Fdi; shades: Uint8Array<ArrayBuffer> };

/**
 * A gum at stage 0 with its skinning: four `bones` a vertex with their weights, which sum to 1. Bone 0 is
 * fixed; bone i is the tooth `teeth[i - 1]`.
 */
export type GumShape = ShadedMesh & {
  arch: Arch;
  teeth: Fdi[];
  bones: Uint8Array<ArrayBuffer>;
  weights: Float32Array<ArrayBuffer>;
};

export type ShadedShapes = { teeth: ToothShape[]; gums: GumShape[] };

/** The part of a tooth's bundle entry that its shape needs. */
export type ToothPivotAndAxes = { fdi: Fdi; pivot: readonly number[]; axes: readonly number[] };

export type ShapeWorkerApi = {
  /** Loads the shapes of a plan. @param url of a bundle's GLB, same origin. @throws Error if it is missing or broken */
  load(url: string, teeth: readonly ToothPivotAndAxes[]): Promise<ShadedShapes>;
  /**
   * Loads a digital model.
   * @param url of a digital model's GLB, same origin; lengths are in its file's unit. @throws Error if it is missing or
   * broken
   */
  model(url: string): Promise<ShadedMesh>;
};
