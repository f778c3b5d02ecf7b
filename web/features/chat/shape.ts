/** What the screens of a conversation work on. */
import type { Position } from '#events/person/position.ts';
import type { useConversation } from './useConversation.ts';

export type Talk = ReturnType<typeof useConversation>;
export type Person = { id: string; name: string; position: string };
/** As the words of positions name one; what comes by the socket is told as text. */
export const positionOf = (person: Person): Position => person.position as Position;
