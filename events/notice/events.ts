/** The events of a person's notification settings, `notice-<person>`. */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';
import { mailTopics } from '../mail/topics.ts';

export const noticeEvents = defineEvents({
  /** `off`: topics that do not count as unread. Stored as exclusions, so that a new topic counts. */
  HereChosen: {
    reaches: [],
    data: z.object({ personId: z.string(), off: z.array(z.enum(mailTopics)) }),
  },
  /**
   * Sets the quiet hours, in minutes since midnight in an IANA zone; null removes them. `days`: weekdays on which quiet
   * begins, 0 Monday to 6 Sunday.
   */
  QuietHoursChosen: {
    reaches: [],
    data: z.object({
      personId: z.string(),
      quiet: z.nullable(
        z.object({ from: z.number(), to: z.number(), days: z.array(z.number()), zone: z.string() }),
      ),
    }),
  },
});

export type NoticeEvent = EventsOf<typeof noticeEvents>;

export const noticeStreamPrefix = 'notice-';
export const personNoticesStreamOf = (personId: string) => noticeStreamPrefix + personId;
