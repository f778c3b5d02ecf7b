/** GET /api/parcels: whether a tracking number is on another parcel already, before it is used. */
import * as z from 'zod/mini';
import { trackingNumber } from '#events/case/fields.ts';
import { ok } from '../http/envelope.ts';
import type { Deps } from './deps.ts';
import { type Route, route } from './route.ts';

export const parcelRoutes = (deps: Deps): Route[] => [
  route({
    method: 'get',
    path: '/api/parcels',
    rule: ['VendorAdmin'],
    tag: 'trays',
    summary:
      'Parcels on their way under a tracking number. `hidden` counts those of cases that this person does not see.',
    query: z.strictObject({ trackingNumber }),
    handle: ({ c, ctx, query }) =>
      ok(c, deps, deps.models.parcelsBy(ctx, query().trackingNumber), { position: deps.models.position() }),
  }),
];
