/**
 * Conversations: one for each doctor with technical service, one for each case with everybody concerned. None is ever
 * made: its id follows from whom or what it is of, and it begins with its first message.
 */

export type ConversationKind = 'service' | 'case';

/** Whose a conversation is: `id` is a doctor's (service) or a case's. */
export type ConversationOf = { kind: ConversationKind; id: string };

const form = /^(service|case)\.([\w-]{1,64})$/;

/** `case.VBXFT4`, `service.<doctor's id>`: as it stands in addresses and in the names of streams. */
export const conversationId = ({ kind, id }: ConversationOf): string => `${kind}.${id}`;
export const caseConversation = (caseId: string) => conversationId({ kind: 'case', id: caseId });
export const serviceConversation = (doctorId: string) => conversationId({ kind: 'service', id: doctorId });

/** What an id is of; undefined where it has not the form of one. */
export function conversationOf(id: string): ConversationOf | undefined {
  const [, kind, of] = form.exec(id) ?? [];
  return of === undefined ? undefined : { kind: kind === 'case' ? 'case' : 'service', id: of };
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
