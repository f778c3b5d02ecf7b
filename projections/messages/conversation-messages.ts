/** Messages from conversations: mentions, handovers, and late answers. */

import {
  caseOfConversation,
  chatStreamOf,
  chatStreamPrefix,
  claimStreamPrefix,
  conversationOfStream,
  parseConversationId,
  seenStreamPrefix,
} from '#events/chat/conversation.ts';
import { mayTakePart } from '#events/chat/kinds.ts';
import type { Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';
import { readConversationRow } from '../chat/rows.ts';
import { personAtEvent, staffIdsOf } from '../people/row.ts';
import type { RowReader } from '../view.ts';
import { messageId } from './id.ts';

/** Prefixes of the streams that belong to conversations. */
export const conversationStreamPrefixes = [chatStreamPrefix, claimStreamPrefix, seenStreamPrefix] as const;
export const isConversationStream = (stream: string): boolean =>
  conversationStreamPrefixes.some(prefix => stream.startsWith(prefix));

/** Most messages that one read mark checks for mentions. */
const passedMost = 500;

function named(event: Recorded): readonly string[] {
  return recordOf('chat', event).data.mentions;
}

/** A late answer concerns the supervisors and the holder. */
function concerned(event: Recorded, read: RowReader): readonly (string | null)[] {
  const e = recordOf('claim', event);
  if (e.type === 'ConversationHandedOver') return [e.data.to];
  const row =
    e.type === 'ConversationEscalated' && readConversationRow(read, conversationOfStream(event.stream));
  return row ? [...staffIdsOf(read, row.servedBy, 'SuperMechanic'), row.claim.holder] : [];
}

/**
 * Recipients of a conversation's event, without duplicates. Old messages may mention a manufacturer that no longer
 * takes part in the case's own conversation; it gets nothing.
 */
export function recipientsOfConversationEvent(event: Recorded, read: RowReader): string[] {
  const of = parseConversationId(conversationOfStream(event.stream));
  if (!of || event.stream.startsWith(seenStreamPrefix)) return [];
  const people = event.stream.startsWith(chatStreamPrefix) ? named(event) : concerned(event, read);
  return [...new Set(people)].flatMap(id => {
    const person = id === null || id === event.by ? undefined : personAtEvent(read, id);
    return person && mayTakePart(person.position, of.kind) ? person.id : [];
  });
}

/**
 * Reading a conversation marks its mentions of the reader. Returns the ids between the last read mark and this one. The
 * conversation's row is as before the event, because it folds later.
 */
function passed(event: Recorded, read: RowReader): string[] {
  const conversation = conversationOfStream(event.stream);
  const row = readConversationRow(read, conversation);
  if (!row || event.stream.startsWith(claimStreamPrefix)) return [];
  const isSaid = event.stream.startsWith(chatStreamPrefix);
  const upTo = isSaid ? row.count : Math.min(row.count, recordOf('seen', event).data.read);
  const from = Math.max(row.marks[event.by]?.read ?? 0, upTo - passedMost);
  // Message numbers start at 1, revisions at 0.
  return Array.from({ length: Math.max(0, upTo - from) }, (_, i) =>
    messageId(event.by, { stream: chatStreamOf(conversation), revision: from + i }),
  ).filter(id => read.row('messages', id) !== undefined);
}

/** Ids of the messages that an event creates or marks as read. */
export const messageIdsOfConversationEvent = (event: Recorded, read: RowReader): string[] => [
  ...recipientsOfConversationEvent(event, read).map(person => messageId(person, event)),
  ...passed(event, read),
];

/**
 * Where a message's link leads: to the chat message that was sent, or after another event of the conversation to its
 * newest chat message.
 */
export function messageLink(
  event: Recorded,
  read: RowReader,
): { caseId: string | null; said: { conversation: string; seq: number } } {
  const conversation = conversationOfStream(event.stream);
  const seq = event.stream.startsWith(chatStreamPrefix)
    ? event.revision + 1
    : (readConversationRow(read, conversation)?.count ?? 1);
  return { caseId: caseOfConversation(conversation), said: { conversation, seq } };
}
