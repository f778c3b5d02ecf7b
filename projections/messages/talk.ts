/** The messages of conversations: who was named, who it was handed over to, who is told that nobody answered in time. */

import {
  caseOfConversation,
  chatPrefix,
  chatStream,
  claimPrefix,
  conversationOf,
  ofStream,
  seenPrefix,
} from '#events/chat/conversation.ts';
import { takesPart } from '#events/chat/kinds.ts';
import type { Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';
import { conversationRow } from '../chat/rows.ts';
import { personOf, staffOf } from '../people/row.ts';
import type { Reader } from '../view.ts';
import { messageId } from './id.ts';

/** Streams of conversations that these follow. */
export const talkPrefixes = [chatPrefix, claimPrefix, seenPrefix] as const;
export const isTalk = (stream: string): boolean => talkPrefixes.some(prefix => stream.startsWith(prefix));

/** Messages of a conversation that are looked through for those that a read mark passes. */
const passedMost = 500;

function named(event: Recorded): readonly string[] {
  return recordOf('chat', event).data.mentions;
}

/** A supervisor, and whoever has it, are told that the answer is late. */
function concerned(event: Recorded, read: Reader): readonly (string | null)[] {
  const e = recordOf('claim', event);
  if (e.type === 'ConversationHandedOver') return [e.data.to];
  const row = e.type === 'ConversationEscalated' && conversationRow(read, ofStream(event.stream));
  return row ? [...staffOf(read, row.servedBy, 'SuperMechanic'), row.claim.holder] : [];
}

/**
 * The people whom an event of a conversation tells something, each once. Messages of before may mention a manufacturer
 * in a case's own conversation, where it takes part no longer.
 */
export function recipientsInTalk(event: Recorded, read: Reader): string[] {
  const of = conversationOf(ofStream(event.stream));
  if (!of || event.stream.startsWith(seenPrefix)) return [];
  const people = event.stream.startsWith(chatPrefix) ? named(event) : concerned(event, read);
  return [...new Set(people)].flatMap(id => {
    const person = id === null || id === event.by ? undefined : personOf(read, id);
    return person && takesPart(person.position, of.kind) ? person.id : [];
  });
}

/**
 * Whoever reads a conversation has read what named that person in it: ids of such messages between the last mark and
 * this one. The conversation's row is as it was before the event: it folds later.
 */
function passed(event: Recorded, read: Reader): string[] {
  const conversation = ofStream(event.stream);
  const row = conversationRow(read, conversation);
  if (!row || event.stream.startsWith(claimPrefix)) return [];
  const isSaid = event.stream.startsWith(chatPrefix);
  const upTo = isSaid ? row.count : Math.min(row.count, recordOf('seen', event).data.read);
  const from = Math.max(row.marks[event.by]?.read ?? 0, upTo - passedMost);
  // Messages are numbered from 1, the revisions of their events from 0.
  return Array.from({ length: Math.max(0, upTo - from) }, (_, i) =>
    messageId(event.by, { stream: chatStream(conversation), revision: from + i }),
  ).filter(id => read.row('messages', id) !== undefined);
}

/** Ids of the messages that an event makes, and of those that it marks as read. */
export const talkKeys = (event: Recorded, read: Reader): string[] => [
  ...recipientsInTalk(event, read).map(person => messageId(person, event)),
  ...passed(event, read),
];

/** Where it was said: the message itself, or the newest one when something became of the conversation. */
export function saidAt(
  event: Recorded,
  read: Reader,
): { caseId: string | null; said: { conversation: string; seq: number } } {
  const conversation = ofStream(event.stream);
  const seq = event.stream.startsWith(chatPrefix)
    ? event.revision + 1
    : (conversationRow(read, conversation)?.count ?? 1);
  return { caseId: caseOfConversation(conversation), said: { conversation, seq } };
}
