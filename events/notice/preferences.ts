/** A person's notification settings and quiet hours, folded from their own stream. Pure. */
import * as z from 'zod/mini';
import { isTimeZone } from '../case/calendar.ts';
import { distinct, distinctChoicesSchemaFor } from '../case/fields.ts';
import { badField } from '../errors.ts';
import { type MailTopic, mailTopics } from '../mail/topics.ts';
import { parse } from '../parse.ts';
import { type NoticeEvent, personNoticesStreamOf } from './events.ts';
import type { QuietHoursSetting } from './quiet.ts';

export type NoticePreferences = {
  revision: number;
  /** Topics that do not count as unread. */
  off: readonly MailTopic[];
  quiet: QuietHoursSetting | null;
};

export const defaultNoticePreferences: NoticePreferences = { revision: -1, off: [], quiet: null };

function apply(state: NoticePreferences, e: NoticeEvent): NoticePreferences {
  switch (e.type) {
    case 'HereChosen':
      return { ...state, off: e.data.off };
    case 'QuietHoursChosen':
      return { ...state, quiet: e.data.quiet };
    default:
      return e satisfies never;
  }
}

/** Returns the notification settings after an event. Ignores repeated events. */
export function evolveNoticePreferences(
  state: NoticePreferences,
  e: NoticeEvent & { revision: number },
): NoticePreferences {
  return e.revision <= state.revision ? state : { ...apply(state, e), revision: e.revision };
}

/** A person's stream of settings, and its fold. */
export const noticeFold = {
  kind: 'notice',
  streamOf: personNoticesStreamOf,
  empty: defaultNoticePreferences,
  evolve: evolveNoticePreferences,
} as const;

const minutes = z.int().check(z.gte(0), z.lt(24 * 60));

/** Input for the topics that count as unread. */
export const countedTopicsInputSchema = z.strictObject({ topics: distinctChoicesSchemaFor(mailTopics) });
export const quietHoursInputSchema = z.strictObject({
  quiet: z.nullable(
    z.strictObject({
      from: minutes,
      to: minutes,
      days: z.array(z.int().check(z.gte(0), z.lte(6))).check(
        z.maxLength(7),
        z.refine(days => days.length > 0, { error: 'required' }),
        distinct,
      ),
      zone: z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: 'invalid' })),
    }),
  ),
});

/**
 * Replaces the topics that count as unread; the list may be empty. Rethrows `input` if it is the refusal of an unreadable
 * body. @throws Refusal badInput
 */
export function chooseCountedTopics(input: unknown, { personId }: { personId: string }): NoticeEvent[] {
  const { topics } = parse(countedTopicsInputSchema, input);
  return [{ type: 'HereChosen', data: { personId, off: mailTopics.filter(one => !topics.includes(one)) } }];
}

/** Replaces the quiet hours; null: none. `input` as for `chooseCountedTopics`. @throws Refusal badInput */
export function chooseQuietHours(input: unknown, { personId }: { personId: string }): NoticeEvent[] {
  const { quiet } = parse(quietHoursInputSchema, input);
  // Quiet hours of 24 hours would join into endless quiet, so that mail would never be sent.
  if (quiet && quiet.from === quiet.to) throw badField('quiet.to', 'quiet-empty');
  const data = { personId, quiet: quiet && { ...quiet, days: quiet.days.toSorted((a, b) => a - b) } };
  return [{ type: 'QuietHoursChosen', data }];
}
