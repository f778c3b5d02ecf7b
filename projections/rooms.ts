/**
 * Rooms decide who sees a row. The rooms of a viewer's list are few and disjoint, so that counters are sums over the
 * rooms' histograms.
 */
import { type Facts, waitingActors } from '#events/case/permissions.ts';
import type { Actor } from '#events/case/rules.ts';
import { isDraft, Status } from '#events/case/status.ts';
import { isDesk } from '#events/chat/claim.ts';
import {
  askingPositions,
  type ConversationKind,
  conversationKindNames,
  conversationKinds,
} from '#events/chat/kinds.ts';
import type { Viewer } from '#events/person/position.ts';

/** Room of the cases that an organisation's staff works on, and of the cases that its manufacturer makes. */
export const staffRoom = (orgId: string): string => `staff:${orgId}`;
export const productionRoom = (orgId: string): string => `made:${orgId}`;

/** Rooms that see a case (list `cases`). */
export function roomsOf(facts: Facts): string[] {
  if (facts.deleted) return [];
  const rooms = [
    `own:${facts.ownerId}`,
    isDraft(facts.status) ? `drafts:${facts.servedBy}` : staffRoom(facts.servedBy),
  ];
  if (facts.status === Status.ModelProcessing) rooms.push(`scans:${facts.servedBy}`);
  // At most two: the designer, and a technician who asked for information (possible at 27) until it is answered.
  else for (const id of new Set([facts.assigneeId, facts.askedBy])) if (id) rooms.push(`work:${id}`);
  if (facts.produced || facts.retained) rooms.push(productionRoom(facts.servedBy));
  return rooms;
}

/** A case waits only for people who see it, so the manufacturer has no entry before production. */
const waitRooms: Partial<Record<Actor, (facts: Facts) => string | undefined>> = {
  owner: f => `wait:owner:${f.ownerId}`,
  helper: f => `wait:helper:${f.ownerId}`,
  assignee: f => `wait:assignee:${f.assigneeId}`,
  self: f => `wait:self:${f.ownerId}`,
  Technician: f => `wait:Technician:${f.servedBy}`,
  Specialist: f => `wait:Specialist:${f.servedBy}`,
  SuperMechanic: f => `wait:SuperMechanic:${f.servedBy}`,
  Service: f => `wait:Service:${f.servedBy}`,
  VendorAdmin: f => (f.produced || f.retained ? `wait:VendorAdmin:${f.servedBy}` : undefined),
};

/** Rooms of the people for whom a case waits (list `waiting`). */
export function waitingListRoomsOf(facts: Facts): string[] {
  if (facts.deleted || facts.archived) return [];
  return waitingActors(facts).flatMap(who => waitRooms[who]?.(facts) ?? []);
}

/** Room of the retainer orders of a case's room. Word searches tell lists apart by room, so it must differ. */
export const retainerRoom = (room: string): string => `retainers:${room}`;

/** Room of a person's messages. */
export const inboxRoom = (personId: string): string => `inbox:${personId}`;
/** Room of the articles of an organisation. */
export const articleRoom = (orgId: string): string => `articles:${orgId}`;
/** Room of a person's account. */
export const personRoom = (personId: string): string => `person:${personId}`;

/** Room of the conversations of a person. Assistants use the doctor's. */
export const talksRoom = (personId: string): string => `talks:${personId}`;
/** Room of the conversations that an organisation's service desk answers. */
export const frontRoom = (orgId: string): string => `front:${orgId}`;
/** Room of one conversation's messages. */
export const talkRoom = (conversation: string): string => `talk:${conversation}`;
/** Rooms for searching messages: of a doctor's conversations, and of a served organisation's conversations by kind. */
export const messageSearchRoom = (doctorId: string): string => `said:${doctorId}`;
export const orgMessageSearchRoom = (orgId: string, kind: ConversationKind): string =>
  `said-at:${orgId}:${kind}`;

/** Rooms of a viewer's conversations, and rooms in which the viewer searches messages. */
export function viewerTalks({ id, orgId, position, serves }: Viewer): { talks: string[]; said: string[] } {
  const doctors = position === 'Assistant' ? serves : [id];
  const kinds = conversationKindNames.filter(kind => conversationKinds[kind].staff.includes(position));
  return {
    talks: [...new Set([id, ...doctors])].map(talksRoom),
    said: askingPositions.includes(position)
      ? doctors.map(messageSearchRoom)
      : kinds.map(kind => orgMessageSearchRoom(orgId, kind)),
  };
}
/** Room of all names. Presenting decides which names a viewer gets. */
export const namesRoom = 'names';
/** Room of an organisation's people, for its service desk. */
export const deskRoom = (orgId: string): string => `desk:${orgId}`;

/** Rooms that a viewer's reads use, by list. */
export function viewerRooms(viewer: Viewer): { cases: string[]; waiting: string[] } {
  const { id, orgId, position, serves } = viewer;
  switch (position) {
    case 'Doctor':
      return { cases: [`own:${id}`], waiting: [`wait:owner:${id}`] };
    case 'Designer':
      return {
        cases: [`own:${id}`],
        waiting: [`wait:owner:${id}`, `wait:self:${id}`, `wait:assignee:${id}`],
      };
    case 'Assistant':
      return { cases: serves.map(d => `own:${d}`), waiting: serves.map(d => `wait:helper:${d}`) };
    case 'Technician':
      return {
        cases: [`work:${id}`, `scans:${orgId}`],
        waiting: [`wait:assignee:${id}`, `wait:Technician:${orgId}`],
      };
    case 'Specialist':
      return { cases: [staffRoom(orgId)], waiting: [`wait:Specialist:${orgId}`] };
    case 'SuperMechanic':
      return { cases: [staffRoom(orgId)], waiting: [`wait:SuperMechanic:${orgId}`, `wait:assignee:${id}`] };
    case 'Service':
      return { cases: [staffRoom(orgId)], waiting: [`wait:Service:${orgId}`] };
    case 'VendorAdmin':
      return { cases: [productionRoom(orgId)], waiting: [`wait:VendorAdmin:${orgId}`] };
    case 'Admin':
    case 'Analyst':
      return { cases: [staffRoom(orgId), `drafts:${orgId}`], waiting: [] };
    default:
      return position satisfies never;
  }
}

/** All rooms of a viewer: of lists, retainer orders, conversations, messages, the account and the desk. */
export function allRooms(viewer: Viewer): string[] {
  const { cases, waiting } = viewerRooms(viewer);
  const front = isDesk(viewer.position) ? [frontRoom(viewer.orgId)] : [];
  const own = [inboxRoom(viewer.id), personRoom(viewer.id), deskRoom(viewer.orgId), namesRoom];
  return [...cases, ...cases.map(retainerRoom), ...waiting, ...viewerTalks(viewer).talks, ...front, ...own];
}
