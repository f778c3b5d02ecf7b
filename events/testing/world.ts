/** Context of decisions for tests: a fixed clock, the people of people.ts, and uploads by name. */

import type { DecisionContext, Upload } from '../case/action-definition.ts';
import { productOfferOf } from '../case/offer.ts';
import { slots } from '../case/options.ts';
import type { Viewer } from '../person/position.ts';
import { everybody } from './people.ts';

export const now = '2026-03-02T09:00:00.000Z';
export const today = '2026-03-02';

const upload = (
  id: string,
  kind: Upload['kind'],
  slot: Upload['slot'],
  more: Partial<Upload> = {},
): Upload => ({
  id,
  kind,
  slot,
  sha256: `sha-${id}`,
  size: 1000,
  mime: 'application/octet-stream',
  name: `${id}.bin`,
  ...more,
});

const slotted = (kind: keyof typeof slots) => slots[kind].map(slot => upload(slot, kind, slot));

/**
 * Finished uploads of the case by id: one for each slot, named like the slot; a second scan of each arch; plans and other
 * files. Ids `f-…` are those in the actions' examples.
 */
export const uploads: ReadonlyMap<string, Upload> = new Map(
  [
    ...slotted('photo'),
    ...slotted('radiograph'),
    ...slotted('stl'),
    upload('f-plan', 'plan', null),
    upload('f-upper', 'stl', 'upper'),
    upload('f-lower', 'stl', 'lower'),
    upload('upper-2', 'stl', 'upper'),
    upload('lower-2', 'stl', 'lower'),
    upload('loose', 'stl', null),
    upload('after', 'photo', null),
    upload('after-xray', 'radiograph', null),
    upload('plan-numbers', 'plan', null, { mime: 'application/json', stages: { upper: 24, lower: 20 } }),
    upload('plan-shapes', 'plan', null, {
      mime: 'application/json',
      stages: { upper: 24, lower: 20 },
      shapes: ['sha-teeth', 'sha-coarse'],
      shapeBytes: [1000, 1000],
    }),
    upload('plan-sizes', 'plan', null, {
      mime: 'application/json',
      shapes: ['sha-teeth', 'sha-coarse'],
      shapeBytes: [1000, 1001],
    }),
    upload('teeth', 'plan', null, { mime: 'model/gltf-binary' }),
    upload('coarse', 'plan', null, { mime: 'model/gltf-binary' }),
    upload('others', 'plan', null, { mime: 'model/gltf-binary' }),
    upload('plan-24-20', 'plan', null, { stages: { upper: 24, lower: 20 } }),
    upload('plan-any', 'plan', null),
    upload('target', 'plan', null),
    upload('zip', 'archive', null),
    upload('letter', 'other', null),
    upload('face', 'avatar', null),
  ].map(u => [u.id, u]),
);

/** Returns the context of a decision by this person. */
export const decisionContext = (viewer: Viewer, more: Partial<DecisionContext> = {}): DecisionContext => ({
  viewer,
  now,
  today,
  person: id => {
    const found = everybody.find(p => p.id === id);
    return found && { id, position: found.position, orgId: found.orgId, active: true };
  },
  upload: id => uploads.get(id),
  offer: productOfferOf(),
  digest: words => `digest(${words.join(' ')})`,
  childId: 'CHLD22',
  ...more,
});
