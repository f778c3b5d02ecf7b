/**
 * The events of a link to one plan, one model or the wear, on its own stream `share-<id>`. They contain no
 * secret that opens the link.
 */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';

/** Readers of a link. Each kind has its own pages. */
export const shareAudiences = ['patient', 'colleague', 'model', 'wear'] as const;
export type ShareAudience = (typeof shareAudiences)[number];

/** Readers whose pages draw shapes. A patient's wear page has text only. */
export type ShapeAudience = Exclude<ShareAudience, 'wear'>;

export const shareLanguages = ['en', 'zh-CN'] as const;

/**
 * The content: a version of a plan by its bundle's hash, or a model by its hash, so nothing newer is ever
 * shown. The wear is shown as of the day.
 */
const what = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('plan'),
    list: z.enum(['plans', 'targets']),
    version: z.int(),
    bundle: z.string(),
  }),
  z.object({ kind: z.literal('model'), fileId: z.string(), sha256: z.string() }),
  z.object({ kind: z.literal('wear') }),
]);

/**
 * `stages`: every stage, or start and goal only. `notes`: the instructions. Measurements and procedures
 * follow from the reader: a colleague sees them, a patient does not.
 */
const scope = z.object({ stages: z.boolean(), notes: z.boolean() });

const which = { shareId: z.string(), caseId: z.string() };

export const shareEvents = defineEvents({
  ShareMade: {
    reaches: [],
    data: z.object({
      ...which,
      audience: z.enum(shareAudiences),
      what,
      scope,
      /** Language of the page until its reader chooses another. */
      lang: z.enum(shareLanguages),
      /** ISO time from which the link is closed. */
      expiresAt: z.string(),
    }),
  },
  ShareRevoked: { reaches: [], data: z.object(which) },
});

export type ShareEvent = EventsOf<typeof shareEvents>;
export type SharedContent = z.infer<typeof what>;
export type ShareScope = z.infer<typeof scope>;
export type ShareLanguage = (typeof shareLanguages)[number];
