/** The events of a person's notification settings, `notice-<person>`. */
import * as z from 'zod/mini';
import { type EventsOf, family } from '../case/define.ts';
import { mailTopics } from '../mail/topics.ts';

export const noticeEvents = family({
  /** `off`: topics that are not counted. Stored as exclusions, so that a new topic is counted. */
  HereChosen: {
    reaches: [],
    data: z.object({ personId: z.string(), off: z.array(z.enum(mailTopics)) }),
  },
  /**
   * Minutes since midnight in an IANA zone; `days`: weekdays on which quiet begins, 0 Monday to 6 Sunday.
   * Null: never.
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

export const noticePrefix = 'notice-';
export const noticeStream = (personId: string) => noticePrefix + personId;
