/** Types of the conversation screens. */
import type { Position } from '#events/person/position.ts';
import type { useConversation } from './useConversation.ts';

export type ConversationHandle = ReturnType<typeof useConversation>;
export type ChatPerson = { id: string; name: string; position: string };
/** Cast at the boundary: the socket sends positions as text. */
export const positionOfPerson = (person: ChatPerson): Position => person.position as Position;
