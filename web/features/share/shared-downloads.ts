/**
 * Starts the downloads of a shared 3D view at the first sign of interest, so that on slow lines they do not
 * wait for the scripts that draw it.
 */

import { createShapeLoader, type ShapeLoader } from '#workers/shapes/client.ts';
import type { ShadedMesh } from '#workers/shapes/protocol.ts';

export type SharedPlanDownload = {
  loader: ShapeLoader;
  /** plan.json, not validated. */
  plan: Promise<unknown>;
  /** Resolves when the coarse shapes can be read. */
  coarse: Promise<string>;
};

/** Sends no cookies: a link shows the same to everybody. */
async function read(url: string): Promise<Response> {
  const answer = await fetch(url, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

/** @param files `/api/shares/{key}/files` */
export function downloadSharedPlan(files: string): SharedPlanDownload {
  const begun = {
    loader: createShapeLoader(),
    plan: read(`${files}/plan.json`).then((answer): Promise<unknown> => answer.json()),
    coarse: read(`${files}/coarse.glb`).then(async answer => URL.createObjectURL(await answer.blob())),
  };
  // Prevents unhandled rejections; later awaits still see the error.
  begun.plan.catch(() => undefined);
  begun.coarse.catch(() => undefined);
  return begun;
}

/** Loads a model's shape. @param url of its GLB */
export function downloadSharedModel(url: string): Promise<ShadedMesh> {
  const loader = createShapeLoader();
  const shape = loader.model(url).finally(() => loader.close());
  shape.catch(() => undefined);
  return shape;
}
