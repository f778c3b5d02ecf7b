/** The events of conversations. What is said is about patients: text and names of files are sealed. */
import * as z from 'zod/mini';
import { type EventsOf, family } from '../case/define.ts';
import { chatRef } from './message.ts';

/** A file as its upload found it; its name, which may be a patient's, is sealed beside it in the same order. */
const file = z.object({ id: z.string(), size: z.int(), mime: z.string() });

/** Events of `chat-<conversation>`: nothing but messages, so that a message's number is its revision and one. */
export const chatEvents = family({
  MessageSent: {
    reaches: [],
    data: z.object({
      /** The sender's own id of it: the same one sent again is the same message. */
      client: z.string(),
      files: z.array(file),
      refs: z.array(chatRef),
      /** Id of a message of this conversation. */
      replyTo: z.nullable(z.string()),
      /** Ids of people. */
      mentions: z.array(z.string()),
    }),
    personal: z.object({ text: z.string(), names: z.array(z.string()) }),
    erased: { text: '', names: [] },
  },
});

/** Events of `amend-<conversation>`. `message`: the id of a message, which is that of its event. */
export const amendEvents = family({
  MessageEdited: {
    reaches: [],
    data: z.object({ message: z.string() }),
    personal: z.object({ text: z.string() }),
    erased: { text: '' },
  },
  /** A mark stays where it stood; what it said is shown to nobody. */
  MessageDeleted: { reaches: [], data: z.object({ message: z.string() }) },
});

/** Events of `claim-<conversation>`. */
export const claimEvents = family({
  ConversationClaimed: { reaches: [], data: z.object({}) },
  ConversationHandedOver: { reaches: [], data: z.object({ to: z.string() }) },
  /** Its holder lets go of it: it waits in the queue again. */
  ConversationReleased: { reaches: [], data: z.object({}) },
  /** `upTo`: number of the newest message that whoever closed it knew of. */
  ConversationClosed: { reaches: [], data: z.object({ upTo: z.int() }) },
  /** The answer clock ran out: `since` is the ISO time of the question that waited. */
  ConversationEscalated: { reaches: [], data: z.object({ since: z.string() }) },
});

/** Events of `seen-<conversation>`: numbers of messages, those up to which everything has come, and has been read. */
export const seenEvents = family({
  ConversationSeen: { reaches: [], data: z.object({ got: z.int(), read: z.int() }) },
});

export type ChatEvent = EventsOf<typeof chatEvents>;
export type AmendEvent = EventsOf<typeof amendEvents>;
export type ClaimEvent = EventsOf<typeof claimEvents>;
export type SeenEvent = EventsOf<typeof seenEvents>;
