/** GET /api/parcels: whether a tracking number is on another parcel already, before it is used. */
import * as z from 'zod/mini';
import { trackingNumber } from '#events/case/fields.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Route } from './route.ts';

export const parcelRoutes = (deps: Deps): Route[] => [
  get({
    path: '/api/parcels',
    rule: ['VendorAdmin'],
    tag: 'trays',
    summary:
      'Parcels on their way under a tracking number. `hidden` counts those of cases that this person does not see.',
    query: z.strictObject({ trackingNumber }),
    answer: ({ ctx, query }) => deps.models.parcelsBy(ctx, query().trackingNumber),
  }),
];
