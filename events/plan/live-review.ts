/**
 * Two people in one review: where each of them stands in the plan is told to the others, and kept beside the case, so
 * that what was shown can be seen again. Never in the case's own stream: looking changes nothing.
 */
import * as z from 'zod/mini';
import { type EventsOf, family } from '../case/define.ts';
import type { Viewer } from '../person/position.ts';
import { fdi, point } from './bundle-schema.ts';

const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most));

/** What a person sees: the stage, from where (degrees around, degrees above, mm away), the tooth, the finger. */
const sight = {
  stage: z.number().check(z.minimum(0), z.maximum(200)),
  camera: z.tuple([degrees(180), degrees(90), z.number().check(z.minimum(10), z.maximum(1000))]),
  tooth: z.nullable(fdi),
  /** A place on a tooth, mm from its pivot along mesial, buccal and occlusal. */
  pointer: z.nullable(z.strictObject({ tooth: fdi, at: point })),
} as const;

const which = {
  list: z.enum(['plans', 'targets']),
  version: z.int().check(z.minimum(1), z.maximum(10_000)),
} as const;

/** As a page says it. */
export const reviewHere = z.strictObject({
  caseId: z.string().check(z.maxLength(16)),
  ...which,
  ...sight,
  /** The person whom this one follows. */
  follows: z.nullable(z.string().check(z.maxLength(64))),
  /** Distances are shown as colours. Not kept: what is seen again is seen with one's own layers. */
  heat: z.optional(z.boolean()),
});
export type ReviewHere = z.infer<typeof reviewHere>;

const move = z.object({ by: z.string(), at: z.string(), ...sight });
export type ReviewMove = z.infer<typeof move>;

/** Who of those who see a case is told what is shown in its reviews, live or later: the manufacturer is not. */
export const hearsReviews = ({ position }: Pick<Viewer, 'position'>): boolean => position !== 'VendorAdmin';

/** Who of them shows anything: the analyst changes nothing, and so leaves no trace in a record either. */
export const showsInReviews = (viewer: Pick<Viewer, 'position'>): boolean =>
  hearsReviews(viewer) && viewer.position !== 'Analyst';

/** Events of `review-<case>`: what the people who reviewed together showed each other. */
export const reviewEvents = family({
  ReviewShown: {
    reaches: [],
    data: z.object({ caseId: z.string(), ...which, moves: z.array(move) }),
  },
});
export type ReviewEvent = EventsOf<typeof reviewEvents>;
export const reviewStream = (caseId: string) => `review-${caseId}`;
