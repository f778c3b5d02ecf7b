/** Who is in a conversation: the case's people, and the service desk. The one rule for reads, rooms, sockets and files. */

import { isDesk } from '#events/chat/claim.ts';
import type { ConversationKind } from '#events/chat/conversation.ts';
import type { Viewer } from '#events/person/position.ts';
import { viewerRooms } from '../rooms.ts';

/** What the rule looks at. */
export type TalkFacts = {
  kind: ConversationKind;
  ownerId: string;
  /** The organisation whose service desk answers. */
  servedBy: string;
  /** The rooms in which the case is seen; none where it is deleted, or for a conversation of no case. */
  rooms: readonly string[];
  count: number;
};

const isOwnSide = ({ id, serves }: Viewer, { ownerId }: TalkFacts) =>
  id === ownerId || serves.includes(ownerId);

/**
 * Whether a conversation is there for a person. The desk sees that of a case as soon as somebody has asked there, also
 * while the case is a draft that nobody else sees. An analyst reads the log, and talks to nobody.
 */
export function talksIn(viewer: Viewer, facts: TalkFacts): boolean {
  if (viewer.position === 'Analyst') return false;
  const atDesk = isDesk(viewer.position) && viewer.orgId === facts.servedBy;
  if (facts.kind === 'service') return isOwnSide(viewer, facts) || atDesk;
  if (facts.rooms.length === 0) return false;
  if (isOwnSide(viewer, facts) || (atDesk && facts.count > 0)) return true;
  return viewerRooms(viewer).cases.some(room => facts.rooms.includes(room));
}
