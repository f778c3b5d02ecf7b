/** Types of the conversation screens. */
import type { Position } from '#events/person/position.ts';
import type { useConversation } from './useConversation.ts';

export type Talk = ReturnType<typeof useConversation>;
export type Person = { id: string; name: string; position: string };
/** Cast at the boundary: the socket sends positions as text. */
export const positionOf = (person: Person): Position => person.position as Position;
