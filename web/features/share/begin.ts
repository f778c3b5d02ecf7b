/**
 * What the 3D view of a shared plan needs first, asked for the moment that somebody wants to see it: on a slow line
 * none of it waits for the scripts that will draw it.
 */

import { createShapeLoader, type ShapeLoader } from '#workers/shapes/client.ts';
import type { Shape } from '#workers/shapes/protocol.ts';

export type Begun = {
  loader: ShapeLoader;
  /** plan.json, not checked yet. */
  plan: Promise<unknown>;
  /** Where the coarse shapes can be read once they are here. */
  coarse: Promise<string>;
};

/** Without cookies: a link shows the same to everybody. */
async function read(url: string): Promise<Response> {
  const answer = await fetch(url, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

/** @param files `/api/shares/{key}/files` */
export function begin(files: string): Begun {
  const begun = {
    loader: createShapeLoader(),
    plan: read(`${files}/plan.json`).then((answer): Promise<unknown> => answer.json()),
    coarse: read(`${files}/coarse.glb`).then(async answer => URL.createObjectURL(await answer.blob())),
  };
  // Whoever waits for them hears of it.
  begun.plan.catch(() => undefined);
  begun.coarse.catch(() => undefined);
  return begun;
}

/** A model's shape. @param url of its GLB */
export function beginModel(url: string): Promise<Shape> {
  const loader = createShapeLoader();
  const shape = loader.model(url).finally(() => loader.close());
  shape.catch(() => undefined);
  return shape;
}
