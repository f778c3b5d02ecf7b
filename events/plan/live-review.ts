/**
 * Live reviews: each reviewer's view is sent to the others, and recorded in a separate stream for a replay. Never
 * in the case's own stream, because looking changes nothing.
 */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';
import type { Viewer } from '../person/position.ts';
import { fdiSchema, pointSchema } from './bundle-schema.ts';

const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most));

/** A reviewer's view: stage, camera (azimuth and elevation in degrees, distance in mm), tooth and pointer. */
const sight = {
  stage: z.number().check(z.minimum(0), z.maximum(200)),
  camera: z.tuple([degrees(180), degrees(90), z.number().check(z.minimum(10), z.maximum(1000))]),
  tooth: z.nullable(fdiSchema),
  /** A point on a tooth, mm from its pivot along mesial, buccal and occlusal. */
  pointer: z.nullable(z.strictObject({ tooth: fdiSchema, at: pointSchema })),
} as const;

const which = {
  list: z.enum(['plans', 'targets']),
  version: z.int().check(z.minimum(1), z.maximum(10_000)),
} as const;

/** Message of a page about its reviewer's view. */
export const reviewerViewMessageSchema = z.strictObject({
  caseId: z.string().check(z.maxLength(16)),
  ...which,
  ...sight,
  /** Id of the person that this one follows. */
  follows: z.nullable(z.string().check(z.maxLength(64))),
  /** Whether the heat map is on. Not recorded, because a replay uses the viewer's own layers. */
  heat: z.optional(z.boolean()),
});
export type ReviewerView = z.infer<typeof reviewerViewMessageSchema>;

const move = z.object({ by: z.string(), at: z.string(), ...sight });
export type ReviewMove = z.infer<typeof move>;

/**
 * Whether a position that sees the case also sees its reviews, live or replayed. The manufacturer does not.
 */
export const maySeeReviews = ({ position }: Pick<Viewer, 'position'>): boolean => position !== 'VendorAdmin';

/** Whether a position sends its view. The analyst changes nothing, so leaves no trace in a record either. */
export const mayShareView = (viewer: Pick<Viewer, 'position'>): boolean =>
  maySeeReviews(viewer) && viewer.position !== 'Analyst';

/** Events of `review-<case>`: views that reviewers showed each other. */
export const reviewEvents = defineEvents({
  ReviewShown: {
    reaches: [],
    data: z.object({ caseId: z.string(), ...which, moves: z.array(move) }),
  },
});
export type ReviewEvent = EventsOf<typeof reviewEvents>;
export const reviewStreamOf = (caseId: string) => `review-${caseId}`;
