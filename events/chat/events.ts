/** The events of conversations. Messages concern patients, so text and file names are sealed. */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';
import { chatRefSchema } from './message.ts';

/** An uploaded file. Its name may identify a patient, so it is sealed in `names`, in the same order. */
const file = z.object({ id: z.string(), size: z.int(), mime: z.string() });

/**
 * Events of `chat-<conversation>`. It holds messages only, so that a message's number is its revision plus
 * one.
 */
export const chatEvents = defineEvents({
  MessageSent: {
    reaches: [],
    data: z.object({
      /** The sender's own id of the message, which makes a resend idempotent. */
      client: z.string(),
      files: z.array(file),
      refs: z.array(chatRefSchema),
      /** Id of a message of this conversation. */
      replyTo: z.nullable(z.string()),
      /** Ids of mentioned people. */
      mentions: z.array(z.string()),
    }),
    personal: z.object({ text: z.string(), names: z.array(z.string()) }),
    erased: { text: '', names: [] },
  },
});

/** Events of `amend-<conversation>`. `message` is the id of the message's event. */
export const amendEvents = defineEvents({
  MessageEdited: {
    reaches: [],
    data: z.object({ message: z.string() }),
    personal: z.object({ text: z.string() }),
    erased: { text: '' },
  },
  /** Hides the text of a message; the message keeps its position in the list. */
  MessageDeleted: { reaches: [], data: z.object({ message: z.string() }) },
});

/** Events of `claim-<conversation>`. */
export const claimEvents = defineEvents({
  ConversationClaimed: { reaches: [], data: z.object({}) },
  ConversationHandedOver: { reaches: [], data: z.object({ to: z.string() }) },
  /** The holder returns it to the queue. */
  ConversationReleased: { reaches: [], data: z.object({}) },
  /** `upTo`: number of the newest message known to the person who closed it. */
  ConversationClosed: { reaches: [], data: z.object({ upTo: z.int() }) },
  /** The answer to a question is overdue. `since` is the ISO time of the question. */
  ConversationEscalated: { reaches: [], data: z.object({ since: z.string() }) },
});

/** Events of `seen-<conversation>`: numbers of the last message delivered, and of the last one read. */
export const seenEvents = defineEvents({
  ConversationSeen: { reaches: [], data: z.object({ got: z.int(), read: z.int() }) },
});

export type ChatEvent = EventsOf<typeof chatEvents>;
export type AmendEvent = EventsOf<typeof amendEvents>;
export type ClaimEvent = EventsOf<typeof claimEvents>;
export type SeenEvent = EventsOf<typeof seenEvents>;
