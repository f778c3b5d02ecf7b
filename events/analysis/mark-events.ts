/** Events of a person's own marks on the replay, `marks-<person>`. The text is sealed under that person's key. */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';

const which = { personId: z.string(), markId: z.string() };

export const momentMarkEvents = defineEvents({
  /** `at`: the marked moment, ISO. */
  MarkSet: {
    reaches: [],
    data: z.object({ ...which, at: z.string() }),
    personal: z.object({ text: z.string() }),
    erased: { text: '' },
  },
  MarkRemoved: { reaches: [], data: z.object(which) },
});

export type MomentMarkEvent = EventsOf<typeof momentMarkEvents>;

export const momentMarkStreamOf = (personId: string) => `marks-${personId}`;
