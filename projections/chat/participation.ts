/**
 * Decides who takes part in a conversation, by the table of kinds. The only rule for reads, rooms, sockets
 * and files.
 */

import { type ConversationKind, caseConversationKinds, conversationKinds } from '#events/chat/kinds.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import type { Viewer } from '#events/person/position.ts';
import { caseListRoomsOf, productionRoom, sharedCaseRooms } from '../rooms.ts';

/** Facts of the rule. */
export type ConversationFacts = {
  kind: ConversationKind;
  ownerId: string;
  /** The organisation whose service desk answers. */
  servedBy: string;
  /** Rooms in which the case is visible; none if it is deleted, or for a conversation without a case. */
  rooms: readonly string[];
  count: number;
};

const isOwnSide = (viewer: Viewer, { kind, ownerId, rooms }: ConversationFacts) =>
  viewer.id === ownerId ||
  viewer.serves.includes(ownerId) ||
  (conversationKinds[kind].of === 'case' && sharedCaseRooms(viewer).some(room => rooms.includes(room)));

/**
 * Returns whether the viewer takes part in a conversation. The desk does from the first question, even for a
 * draft that only the owner's side sees. An Analyst reads the log and takes part in none.
 */
export function takesPartInConversation(viewer: Viewer, facts: ConversationFacts): boolean {
  const { of, ownSide, staff, afterProduction, desk } = conversationKinds[facts.kind];
  const { servedBy, rooms, count } = facts;
  if (of === 'case' && rooms.length === 0) return false;
  if (afterProduction && !rooms.includes(productionRoom(servedBy))) return false;
  if (isOwnSide(viewer, facts)) return ownSide;
  if (!staff.includes(viewer.position) || viewer.orgId !== servedBy) return false;
  const isAnswering = desk && isDeskPosition(viewer.position) && (of === 'doctor' || count > 0);
  return isAnswering || caseListRoomsOf(viewer).cases.some(room => rooms.includes(room));
}

/** Kinds of the same case's conversations that a person takes part in. */
export function conversationKindsFor(viewer: Viewer, facts: ConversationFacts): ConversationKind[] {
  if (conversationKinds[facts.kind].of !== 'case') return [facts.kind];
  return caseConversationKinds.filter(kind =>
    takesPartInConversation(viewer, { ...facts, kind, count: kind === facts.kind ? facts.count : 0 }),
  );
}

/** Ids of its people, the owner first if the owner takes part. */
export const participantIds = ({
  kind,
  ownerId,
  present,
}: {
  kind: ConversationKind;
  ownerId: string;
  present: string[];
}) => (conversationKinds[kind].ownSide ? [ownerId, ...present] : present);
