/**
 * Conversations: one for each doctor with technical service, and one of each kind for each case. None is ever made: its
 * id follows from whom or what it is of, and it begins with its first message.
 */

import type { Position } from '../person/position.ts';
import { type ConversationKind, caseKinds, conversationKinds, kindNames } from './kinds.ts';

/** Whose a conversation is: `id` is a doctor's (service) or a case's. */
export type ConversationOf = { kind: ConversationKind; id: string };

const form = new RegExp(`^(${kindNames.join('|')})\\.([\\w-]{1,64})$`);

/** `case.VBXFT4`, `service.<doctor's id>`: as it stands in addresses and in the names of streams. */
export const conversationId = ({ kind, id }: ConversationOf): string => `${kind}.${id}`;
export const caseConversation = (caseId: string) => conversationId({ kind: 'case', id: caseId });
export const serviceConversation = (doctorId: string) => conversationId({ kind: 'service', id: doctorId });

/** A case's conversations, one of each kind. */
export const conversationsOfCase = (caseId: string): string[] =>
  caseKinds.map(kind => conversationId({ kind, id: caseId }));

/** What an id is of; undefined where it has not the form of one. */
export function conversationOf(id: string): ConversationOf | undefined {
  const [, named, of] = form.exec(id) ?? [];
  const kind = kindNames.find(one => one === named);
  return of === undefined || kind === undefined ? undefined : { kind, id: of };
}

/** The case of a conversation; null for a conversation of no case. */
export function caseOfConversation(id: string): string | null {
  const of = conversationOf(id);
  return of && conversationKinds[of.kind].of === 'case' ? of.id : null;
}

/** Whether people of a position read the patient's name masked in a conversation. */
export function isMaskedIn(id: string, position: Position): boolean {
  const of = conversationOf(id);
  return of !== undefined && conversationKinds[of.kind].masked.includes(position);
}

/** What was said, each once and in its order: the revision of a message in this stream is its number. */
export const chatPrefix = 'chat-';
/** What became of messages: edited, deleted. */
export const amendPrefix = 'amend-';
/** Who takes care of it. */
export const claimPrefix = 'claim-';
/** How far people have got and read. */
export const seenPrefix = 'seen-';

export const chatStream = (conversation: string) => `${chatPrefix}${conversation}`;
export const amendStream = (conversation: string) => `${amendPrefix}${conversation}`;
export const claimStream = (conversation: string) => `${claimPrefix}${conversation}`;
export const seenStream = (conversation: string) => `${seenPrefix}${conversation}`;

/** The conversation of any of its four streams. */
export const ofStream = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
