/** The events of what a person is told of, and when: `notice-<person>`. */
import * as z from 'zod/mini';
import { type EventsOf, family } from '../case/define.ts';
import { mailTopics } from '../mail/topics.ts';

export const noticeEvents = family({
  /** `off`: what neither counts nor comes among all messages here; what is new among topics counts. */
  HereChosen: {
    reaches: [],
    data: z.object({ personId: z.string(), off: z.array(z.enum(mailTopics)) }),
  },
  /** Minutes since midnight in an IANA zone; `days`: those on which quiet begins, 0 Monday to 6 Sunday. Null: never. */
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
