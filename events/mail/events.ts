/**
 * The events of a person's mail preferences, `mail-<person>`. The address is sealed under that person's key.
 */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';
import { mailTopics } from './topics.ts';

/** `given` identifies the entry of an address, so that a code sent for one entry confirms no other. */
const given = z.object({ personId: z.string(), given: z.string() });

export const mailEvents = defineEvents({
  MailAddressGiven: {
    reaches: [],
    data: given,
    personal: z.object({ email: z.string() }),
    erased: { email: '' },
  },
  MailAddressConfirmed: { reaches: [], data: given },
  MailAddressRemoved: { reaches: [], data: z.object({ personId: z.string() }) },
  /** Replaces all topics sent by mail, and sets the language of the mails. */
  MailTopicsChosen: {
    reaches: [],
    data: z.object({
      personId: z.string(),
      topics: z.array(z.enum(mailTopics)),
      lang: z.enum(['en', 'zh-CN']),
    }),
  },
});

export type MailEvent = EventsOf<typeof mailEvents>;

export const mailStreamPrefix = 'mail-';
export const mailStreamOf = (personId: string) => mailStreamPrefix + personId;
