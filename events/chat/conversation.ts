/**
 * Conversations: one of each doctor with technical service, and one of each kind for a case. None is created
 * explicitly: its id follows from its owner, and it begins with its first message.
 */

import type { Position } from '../person/position.ts';
import {
  type ConversationKind,
  caseConversationKinds,
  conversationKindNames,
  conversationKinds,
} from './kinds.ts';

/** The owner of a conversation: `id` is a doctor's (service) or a case's. */
export type ConversationOwner = { kind: ConversationKind; id: string };

const form = new RegExp(`^(${conversationKindNames.join('|')})\\.([\\w-]{1,64})$`);

/** Returns a conversation's id for addresses and stream names: `case.VBXFT4`, `service.<doctor's id>`. */
export const conversationId = ({ kind, id }: ConversationOwner): string => `${kind}.${id}`;
export const conversationIdOfCase = (caseId: string) => conversationId({ kind: 'case', id: caseId });
export const serviceConversationId = (doctorId: string) => conversationId({ kind: 'service', id: doctorId });

/** The ids of a case's conversations, one of each kind. */
export const conversationsOfCase = (caseId: string): string[] =>
  caseConversationKinds.map(kind => conversationId({ kind, id: caseId }));

/** Parses a conversation id; undefined if it is malformed. */
export function parseConversationId(id: string): ConversationOwner | undefined {
  const [, named, of] = form.exec(id) ?? [];
  const kind = conversationKindNames.find(one => one === named);
  return of === undefined || kind === undefined ? undefined : { kind, id: of };
}

/** The case of a conversation; null if it belongs to no case. */
export function caseOfConversation(id: string): string | null {
  const of = parseConversationId(id);
  return of && conversationKinds[of.kind].of === 'case' ? of.id : null;
}

/** Whether a position sees the patient's name masked in a conversation. */
export function isPatientNameMaskedIn(id: string, position: Position): boolean {
  const of = parseConversationId(id);
  return of !== undefined && conversationKinds[of.kind].masked.includes(position);
}

/** Prefix of the stream of messages. A message's number follows from its revision. */
export const chatStreamPrefix = 'chat-';
/** Prefix of the stream of edits and deletions. */
export const amendStreamPrefix = 'amend-';
/** Prefix of the stream of claims. */
export const claimStreamPrefix = 'claim-';
/** Prefix of the stream of read marks. */
export const seenStreamPrefix = 'seen-';

export const chatStreamOf = (conversation: string) => `${chatStreamPrefix}${conversation}`;
export const amendStreamOf = (conversation: string) => `${amendStreamPrefix}${conversation}`;
export const claimStreamOf = (conversation: string) => `${claimStreamPrefix}${conversation}`;
export const seenStreamOf = (conversation: string) => `${seenStreamPrefix}${conversation}`;

/** Returns the conversation id of any of its four streams. */
export const conversationOfStream = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
