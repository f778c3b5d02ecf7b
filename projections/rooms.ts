/**
 * Rooms decide who sees a row. The rooms of a viewer's list are few and disjoint, so that counters are sums over the
 * rooms' histograms.
 */

import { type PermissionFacts, waitingActors } from '#events/case/permissions.ts';
import type { Actor } from '#events/case/rules.ts';
import { isDraft, Status } from '#events/case/status.ts';
import {
  askingPositions,
  type ConversationKind,
  conversationKindNames,
  conversationKinds,
} from '#events/chat/kinds.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import { type CollaboratorLevel, collaboratorLevels, type Viewer } from '#events/person/position.ts';

/** Names of rooms by kind. `joinedRooms` has a line for each kind, which names the viewers who get its changes. */
export type RoomNames = {
  case: `${'own' | 'drafts' | 'staff' | 'scans' | 'work' | 'made'}:${string}`;
  waiting: `wait:${string}`;
  retainers: `retainers:${string}`;
  parcels: `parcels:${string}`;
  pace: `pace:${string}`;
  inbox: `inbox:${string}`;
  articles: `articles:${string}`;
  person: `person:${string}`;
  talks: `talks:${string}`;
  front: `front:${string}`;
  talk: `talk:${string}`;
  said: `said:${string}` | `said-at:${string}`;
  desk: `desk:${string}`;
  audit: `audit:${string}`;
  questions: `questions:${'own' | 'shared'}:${string}`;
  requests: `requests:${'org' | 'person'}:${string}`;
  names: 'names';
};
export type Room = RoomNames[keyof RoomNames];
export type CaseRoom = RoomNames['case'];
type WaitRoom = RoomNames['waiting'];

/** Room of the cases that an organisation's staff works on, and of the cases that its manufacturer makes. */
export const staffRoom = (orgId: string): CaseRoom => `staff:${orgId}`;
export const productionRoom = (orgId: string): CaseRoom => `made:${orgId}`;
/** Room of the drafts of the doctors whom an organisation serves. */
export const draftRoom = (orgId: string): CaseRoom => `drafts:${orgId}`;

const allLevels: readonly CollaboratorLevel[] = collaboratorLevels;
const ownPrefix = 'own:';
/** Room of the cases that a person owns. */
export const ownerRoom = (personId: string): CaseRoom => `${ownPrefix}${personId}`;
/** Room of one case of an owner, for colleagues who see some of the owner's cases. */
const singleCaseRoom = (ownerId: string, caseId: string): CaseRoom => `${ownPrefix}${ownerId}:${caseId}`;

/**
 * Rooms of the cases in which the viewer acts in a colleague's place or takes part by invitation. Disjoint, because a
 * colleague's room of all cases replaces the rooms of single ones. So does the viewer's own room, because a case may be
 * handed over to its collaborator.
 */
function colleagueRooms({ id, covers = [], guestOf = [] }: Viewer, levels = allLevels): CaseRoom[] {
  const whole = new Set(covers.filter(({ caseIds }) => caseIds === null).map(({ ownerId }) => ownerId));
  const single = covers
    .filter(({ ownerId }) => !whole.has(ownerId))
    .flatMap(({ ownerId, caseIds }) => (caseIds ?? []).map(caseId => singleCaseRoom(ownerId, caseId)));
  const guest = guestOf
    .filter(({ ownerId, level }) => ownerId !== id && !whole.has(ownerId) && levels.includes(level))
    .map(({ ownerId, caseId }) => singleCaseRoom(ownerId, caseId));
  return [...[...whole].map(ownerRoom), ...new Set([...single, ...guest])];
}
/** Room of the cases that a person designs, and of those in which the person waits for an answer. */
export const designerRoom = (personId: string): CaseRoom => `work:${personId}`;
/** Rooms of the cases of others in whose conversations the viewer takes part. */
export const sharedCaseRooms = (viewer: Viewer): CaseRoom[] => colleagueRooms(viewer, ['comments', 'acts']);

/** Rooms that see a case (list `cases`). */
export function roomsSeeingCase(facts: PermissionFacts): CaseRoom[] {
  if (facts.deleted) return [];
  const rooms: CaseRoom[] = [
    ownerRoom(facts.ownerId),
    ...(facts.caseId === undefined ? [] : [singleCaseRoom(facts.ownerId, facts.caseId)]),
    isDraft(facts.status) ? draftRoom(facts.servedBy) : staffRoom(facts.servedBy),
  ];
  if (facts.status === Status.ModelProcessing) rooms.push(`scans:${facts.servedBy}`);
  // At most two: the designer, and a technician who asked for information (possible at 27) until it is answered.
  else for (const id of new Set([facts.assigneeId, facts.askedBy])) if (id) rooms.push(`work:${id}`);
  if (facts.produced || facts.retained) rooms.push(productionRoom(facts.servedBy));
  return rooms;
}

/** Room of the cases that wait for their owner, by the room of the owner's cases. */
const ownerWaitRoom = (room: CaseRoom): WaitRoom => `wait:owner:${room}`;

/** A case waits only for people who see it, so the manufacturer has no entry before production. */
const waitRooms: Partial<Record<Actor, (facts: PermissionFacts) => WaitRoom | undefined>> = {
  owner: f => ownerWaitRoom(ownerRoom(f.ownerId)),
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
export function waitingListRoomsOf(facts: PermissionFacts): WaitRoom[] {
  if (facts.deleted || facts.archived) return [];
  const { ownerId, caseId } = facts;
  const single = caseId === undefined ? [] : [ownerWaitRoom(singleCaseRoom(ownerId, caseId))];
  return waitingActors(facts).flatMap(who => [
    ...[waitRooms[who]?.(facts) ?? []].flat(),
    ...(who === 'owner' ? single : []),
  ]);
}

/** Room of the retainer orders of a case's room. Word searches tell lists apart by room, so it must differ. */
export const retainerRoom = (room: CaseRoom): RoomNames['retainers'] => `retainers:${room}`;

/** Room of a person's messages. */
export const inboxRoom = (personId: string): RoomNames['inbox'] => `inbox:${personId}`;
/** Room of the articles of an organisation. */
export const articleRoom = (orgId: string): RoomNames['articles'] => `articles:${orgId}`;
/** Room of a person's account. */
export const personRoom = (personId: string): RoomNames['person'] => `person:${personId}`;
/** Returns the rooms of a case in which its owner and the owner's colleagues see it. */
export const doctorSideRoomsIn = (rooms: readonly string[]): string[] =>
  rooms.filter(room => room.startsWith(ownPrefix));
/**
 * Room of a person's conversations, or for an owner's room of cases, of the conversations about those cases. Assistants
 * join the doctor's room. Covering colleagues join only the latter, because the doctor's also has the doctor's own.
 */
export const conversationsRoom = (personId: string): RoomNames['talks'] => `talks:${personId}`;
/** Room of the conversations that an organisation's service desk answers. */
export const deskConversationsRoom = (orgId: string): RoomNames['front'] => `front:${orgId}`;
/** Room of one conversation's messages. */
export const conversationMessagesRoom = (conversation: string): RoomNames['talk'] => `talk:${conversation}`;
/** Rooms for searching messages: of a doctor's conversations, and of a served organisation's conversations by kind. */
export const messageSearchRoom = (doctorId: string): RoomNames['said'] => `said:${doctorId}`;
export const orgMessageSearchRoom = (orgId: string, kind: ConversationKind): RoomNames['said'] =>
  `said-at:${orgId}:${kind}`;

/** Rooms of a viewer's conversations, and rooms in which the viewer searches messages. */
export function conversationRoomsOf(viewer: Viewer): {
  talks: RoomNames['talks'][];
  said: RoomNames['said'][];
} {
  const { id, orgId, position, serves } = viewer;
  const covered = sharedCaseRooms(viewer);
  const doctors = position === 'Assistant' ? serves : [id];
  const kinds = conversationKindNames.filter(kind => conversationKinds[kind].staff.includes(position));
  return {
    talks: [...[...new Set([id, ...doctors])].map(conversationsRoom), ...covered.map(conversationsRoom)],
    said: askingPositions.includes(position)
      ? [...doctors, ...covered].map(messageSearchRoom)
      : kinds.map(kind => orgMessageSearchRoom(orgId, kind)),
  };
}
/** Room of an organisation's parcels on their way, by tracking number. */
export const parcelRoom = (orgId: string): RoomNames['parcels'] => `parcels:${orgId}`;
/** Room of the durations between two steps of an organisation's cases. */
export const paceRoom = (orgId: string, ...of: readonly (string | number)[]): RoomNames['pace'] =>
  `pace:${[orgId, ...of].join(':')}`;
/** Room of all names. Presenting decides which names a viewer gets. */
export const namesRoom = 'names';
/** Room of an organisation's people, for its service desk. */
export const deskRoom = (orgId: string): RoomNames['desk'] => `desk:${orgId}`;

/** Room of a person's saved questions, and of those shared with an organisation's analysts. */
export const ownQuestionsRoom = (personId: string): RoomNames['questions'] => `questions:own:${personId}`;
export const sharedQuestionsRoom = (orgId: string): RoomNames['questions'] => `questions:shared:${orgId}`;

/** Rooms of patients' data requests: of an organisation's Admins, and of each other person concerned. */
export const adminRequestRoom = (orgId: string): RoomNames['requests'] => `requests:org:${orgId}`;
export const personRequestRoom = (personId: string): RoomNames['requests'] => `requests:person:${personId}`;
/** One room for each viewer, because rooms of a list are disjoint. */
export const requestRoomOf = ({ id, orgId, position }: Viewer): RoomNames['requests'] =>
  position === 'Admin' ? adminRequestRoom(orgId) : personRequestRoom(id);

/** Rooms that a viewer's reads use, by list. */
export function caseListRoomsOf(viewer: Viewer): { cases: CaseRoom[]; waiting: WaitRoom[] } {
  const { id, orgId, position, serves } = viewer;
  switch (position) {
    case 'Doctor': {
      const own = ownerRoom(id);
      return {
        cases: [own, ...colleagueRooms(viewer)],
        waiting: [own, ...colleagueRooms(viewer, [])].map(ownerWaitRoom),
      };
    }
    case 'Designer':
      return {
        cases: [`own:${id}`],
        waiting: [ownerWaitRoom(ownerRoom(id)), `wait:self:${id}`, `wait:assignee:${id}`],
      };
    case 'Assistant':
      return {
        cases: serves.map((d): CaseRoom => `own:${d}`),
        waiting: serves.map((d): WaitRoom => `wait:helper:${d}`),
      };
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
      return { cases: [staffRoom(orgId), draftRoom(orgId)], waiting: [] };
    default:
      return position satisfies never;
  }
}

/** Rooms that are read but not pushed to: their views present nothing, or `chat` events carry their rows. */
const notJoined = (): [] => [];

/** Rooms that a viewer joins, by kind of room. A changed row is pushed to those who joined a room that sees it. */
const joinedRooms: { [Kind in keyof RoomNames]: (viewer: Viewer) => RoomNames[Kind][] } = {
  case: viewer => caseListRoomsOf(viewer).cases,
  waiting: viewer => caseListRoomsOf(viewer).waiting,
  retainers: viewer => caseListRoomsOf(viewer).cases.map(retainerRoom),
  parcels: notJoined,
  pace: notJoined,
  inbox: ({ id }) => [inboxRoom(id)],
  articles: notJoined,
  person: ({ id }) => [personRoom(id)],
  talks: viewer => conversationRoomsOf(viewer).talks,
  front: ({ position, orgId }) => (isDeskPosition(position) ? [deskConversationsRoom(orgId)] : []),
  talk: notJoined,
  said: notJoined,
  desk: ({ orgId }) => [deskRoom(orgId)],
  audit: notJoined,
  questions: notJoined,
  requests: viewer => [requestRoomOf(viewer)],
  names: () => [namesRoom],
};

/** All rooms that a viewer joins. */
export const joinedRoomsOf = (viewer: Viewer): Room[] =>
  Object.values(joinedRooms).flatMap<Room>(roomsFor => roomsFor(viewer));
