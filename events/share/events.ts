/** The events of a link to one plan, one model or the wear: `share-<id>`, a stream of its own. Nothing in them opens the link. */
import * as z from 'zod/mini';
import { type EventsOf, family } from '../case/define.ts';

/** Whom a link is for: each opens pages of its own. */
export const audiences = ['patient', 'colleague', 'model', 'wear'] as const;
export type Audience = (typeof audiences)[number];

/** Those whose pages draw shapes: a patient's wear is words and days. */
export type DrawnFor = Exclude<Audience, 'wear'>;

export const shareLanguages = ['en', 'zh-CN'] as const;

/**
 * One version of a plan by the hash of its bundle, or one model by that of its bytes: nothing newer is ever shown. The
 * wear is shown as it is on the day.
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
 * `stages`: every stage, or only before and after. `notes`: the instructions. The numbers of the plan (what is measured,
 * and what is done to teeth) follow from whom the link is for: a colleague gets them, a patient does not.
 */
const scope = z.object({ stages: z.boolean(), notes: z.boolean() });

const which = { shareId: z.string(), caseId: z.string() };

export const shareEvents = family({
  ShareMade: {
    reaches: [],
    data: z.object({
      ...which,
      audience: z.enum(audiences),
      what,
      scope,
      /** What its page speaks to somebody who has chosen no language. */
      lang: z.enum(shareLanguages),
      /** ISO time: from this millisecond on it is closed. */
      expiresAt: z.string(),
    }),
  },
  ShareRevoked: { reaches: [], data: z.object(which) },
});

export type ShareEvent = EventsOf<typeof shareEvents>;
export type Shared = z.infer<typeof what>;
export type Scope = z.infer<typeof scope>;
export type ShareLanguage = (typeof shareLanguages)[number];
