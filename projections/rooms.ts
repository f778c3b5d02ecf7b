/**
 * Rooms: who sees a row. They are few and disjoint for every viewer and list, so that a viewer's counters are sums
 * over the rooms' histograms.
 */
import { type Facts, waiting } from '#events/case/may.ts';
import type { Who } from '#events/case/rules.ts';
import { isDraft, Status } from '#events/case/status.ts';
import { isDesk } from '#events/chat/claim.ts';
import { asking, type ConversationKind, conversationKinds, kindNames } from '#events/chat/kinds.ts';
import type { Viewer } from '#events/person/position.ts';

/** The room of the cases that an organisation's staff works on, and that of those which its manufacturer makes. */
export const staffRoom = (orgId: string): string => `staff:${orgId}`;
export const madeRoom = (orgId: string): string => `made:${orgId}`;

/** Rooms in which a case is seen (list `cases`). */
export function roomsOf(facts: Facts): string[] {
  if (facts.deleted) return [];
  const rooms = [
    `own:${facts.ownerId}`,
    isDraft(facts.status) ? `drafts:${facts.servedBy}` : staffRoom(facts.servedBy),
  ];
  if (facts.status === Status.ModelProcessing) rooms.push(`scans:${facts.servedBy}`);
  // Two at most: who designs it, and who asked for information (a technician may at 27) until it is answered.
  else for (const id of new Set([facts.assigneeId, facts.askedBy])) if (id) rooms.push(`work:${id}`);
  if (facts.produced || facts.retained) rooms.push(madeRoom(facts.servedBy));
  return rooms;
}

/** What waits for somebody is seen by them: the manufacturer sees nothing that was never produced. */
const waitRooms: Partial<Record<Who, (facts: Facts) => string | undefined>> = {
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

/** Rooms of people for whom a case waits (list `waiting`). */
export function waitRoomsOf(facts: Facts): string[] {
  if (facts.deleted || facts.archived) return [];
  return waiting(facts).flatMap(who => waitRooms[who]?.(facts) ?? []);
}

/** The room of the retainer orders of cases that are seen in another one: words tell lists apart by their rooms. */
export const retainerRoom = (room: string): string => `retainers:${room}`;

/** The room of a person's own messages. */
export const inboxRoom = (personId: string): string => `inbox:${personId}`;
/** The room of what an organisation writes. */
export const articleRoom = (orgId: string): string => `articles:${orgId}`;
/** The room of a person's own account. */
export const personRoom = (personId: string): string => `person:${personId}`;

/** The room of the conversations that a person is in; those of a doctor's side are all in the doctor's. */
export const talksRoom = (personId: string): string => `talks:${personId}`;
/** The room of the conversations that an organisation's service desk answers. */
export const frontRoom = (orgId: string): string => `front:${orgId}`;
/** The room of the messages of one conversation. */
export const talkRoom = (conversation: string): string => `talk:${conversation}`;
/** Rooms in which messages are looked for: of a doctor's conversations, and of those of a kind that an organisation serves. */
export const saidRoom = (doctorId: string): string => `said:${doctorId}`;
export const saidAtRoom = (orgId: string, kind: ConversationKind): string => `said-at:${orgId}:${kind}`;

/** The rooms of the conversations that a viewer is in, and those in which the viewer looks for messages. */
export function viewerTalks({ id, orgId, position, serves }: Viewer): { talks: string[]; said: string[] } {
  const doctors = position === 'Assistant' ? serves : [id];
  const kinds = kindNames.filter(kind => conversationKinds[kind].staff.includes(position));
  return {
    talks: [...new Set([id, ...doctors])].map(talksRoom),
    said: asking.includes(position) ? doctors.map(saidRoom) : kinds.map(kind => saidAtRoom(orgId, kind)),
  };
}
/** The room of people's names: who may know which is decided where they are presented. */
export const namesRoom = 'names';
/** The room of an organisation's people, as the desk that serves them is told of. */
export const deskRoom = (orgId: string): string => `desk:${orgId}`;

/** The rooms that a viewer's reads look into, per list. */
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
      return { cases: [madeRoom(orgId)], waiting: [`wait:VendorAdmin:${orgId}`] };
    case 'Admin':
    case 'Analyst':
      return { cases: [staffRoom(orgId), `drafts:${orgId}`], waiting: [] };
    default:
      return position satisfies never;
  }
}

/** All rooms of a viewer: the lists', those of retainer orders and conversations, the own messages and account, the desk. */
export function allRooms(viewer: Viewer): string[] {
  const { cases, waiting } = viewerRooms(viewer);
  const front = isDesk(viewer.position) ? [frontRoom(viewer.orgId)] : [];
  const own = [inboxRoom(viewer.id), personRoom(viewer.id), deskRoom(viewer.orgId), namesRoom];
  return [...cases, ...cases.map(retainerRoom), ...waiting, ...viewerTalks(viewer).talks, ...front, ...own];
}
