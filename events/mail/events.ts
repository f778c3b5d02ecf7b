/** The events of what a person has by mail: `mail-<person>`. The address is sealed under that person's key. */
import * as z from 'zod/mini';
import { type EventsOf, family } from '../case/define.ts';
import { mailTopics } from './topics.ts';

/** `given`: which giving of an address it is; a code that was sent for one confirms no other. */
const given = z.object({ personId: z.string(), given: z.string() });

export const mailEvents = family({
  MailAddressGiven: {
    reaches: [],
    data: given,
    personal: z.object({ email: z.string() }),
    erased: { email: '' },
  },
  MailAddressConfirmed: { reaches: [], data: given },
  MailAddressRemoved: { reaches: [], data: z.object({ personId: z.string() }) },
  /** Everything that comes by mail from then on, in the language in which it was chosen. */
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

export const mailPrefix = 'mail-';
export const mailStream = (personId: string) => mailPrefix + personId;
