/**
 * The facts of the directory and of desks that the analysts' tables need, as of a position of the log: people's
 * positions, and working hours by organisation. Pure.
 */
import { defaultZone } from '../case/calendar.ts';
import { actorsOf, isPatientViewer, type PermissionFacts, systemViewer } from '../case/permissions.ts';
import type { Actor } from '../case/rules.ts';
import { type Desk, evolveDesk, noDesk } from '../desk/desk.ts';
import { deskStreamPrefix } from '../desk/events.ts';
import type { DeskHours } from '../desk/hours.ts';
import type { Recorded } from '../envelope.ts';
import { type Directory, emptyDirectory, evolveDirectory, type Person } from '../person/directory.ts';
import { type DirectoryEvent, directoryStream } from '../person/events.ts';
import { viewerOf } from '../person/person-viewer.ts';
import type { Position } from '../person/position.ts';
import { recordOf } from '../streams.ts';
import type { ActorPosition } from './event-row.ts';

type HoursOfDesk = Pick<Desk, 'revision' | 'week' | 'days'>;

/** The people of organisations as of a position of the log. Immutable: a change returns a new object. */
export type StaffSnapshot = {
  /** Contains no texts, only positions, covers, assistants and collaborators. */
  directory: Directory;
  zones: ReadonlyMap<string, string>;
  desks: ReadonlyMap<string, HoursOfDesk>;
};

export const emptyStaffSnapshot: StaffSnapshot = {
  directory: emptyDirectory,
  zones: new Map(),
  desks: new Map(),
};

const withEntry = <V>(map: ReadonlyMap<string, V>, key: string, value: V) => new Map(map).set(key, value);

function withDesk(staff: StaffSnapshot, event: Recorded): StaffSnapshot {
  const e = recordOf('desk', event);
  const { orgId } = e.data;
  const { revision, week, days } = evolveDesk({ ...noDesk, ...staff.desks.get(orgId) }, e);
  return { ...staff, desks: withEntry(staff.desks, orgId, { revision, week, days }) };
}

/** Events that change a person's rights on cases. */
const changesRights: ReadonlySet<DirectoryEvent['type']> = new Set([
  'PersonAdded',
  'PersonChanged',
  'PersonMoved',
  'PersonRemoved',
  'CoverArranged',
  'CoverEnded',
  'CollaboratorJoined',
  'CollaboratorEnded',
  'CollaborationMoved',
]);

/** The event without its sealed part, which the analysis must not keep. */
const withoutTexts = <E extends DirectoryEvent>(event: E): E =>
  // Cast: the directory's fold copies texts and reads none of these events' texts.
  ({ ...event, personal: {} }) as unknown as E;

/** Returns the staff after an event of the directory or of a desk; the same object if nothing changes. */
export function evolveStaff(staff: StaffSnapshot, event: Recorded): StaffSnapshot {
  if (event.stream.startsWith(deskStreamPrefix)) return withDesk(staff, event);
  if (event.stream !== directoryStream) return staff;
  const e = recordOf('directory', event);
  if (changesRights.has(e.type))
    return { ...staff, directory: evolveDirectory(staff.directory, withoutTexts(e)) };
  const { type, data } = e;
  if ((type === 'OrganisationAdded' || type === 'OrganisationChanged') && data.zone !== undefined)
    return { ...staff, zones: withEntry(staff.zones, data.orgId, data.zone) };
  return staff;
}

/** Returns the position of the person who acted; null for a person who is not in the directory. */
export function actorPositionOf({ directory }: StaffSnapshot, actorId: string): ActorPosition | null {
  if (actorId === systemViewer.id) return 'system';
  // A patient acts through the link of a share.
  return isPatientViewer({ id: actorId }) ? 'patient' : (directory.people.get(actorId)?.position ?? null);
}

/** True for a person whose actors follow from position and case alone, as for nearly all people. */
const isPlain = ({ covers, collaborations, serves }: Person): boolean =>
  covers.length === 0 && collaborations.length === 0 && serves.length === 0;

/**
 * All facts from which the actors of such a person follow, as bits. Trap: add a fact here if a rule starts to read it;
 * a test fails otherwise.
 */
const actorBits = (
  { id, orgId }: Person,
  { ownerId, assigneeId, askedBy, servedBy }: PermissionFacts,
): number =>
  (ownerId === id ? 1 : 0) |
  (assigneeId === id ? 2 : 0) |
  (askedBy === null ? 4 : 0) |
  (askedBy === id ? 8 : 0) |
  (servedBy === orgId ? 16 : 0);

const plainActors = new Map<Position, Actor[][]>();
/** Cached, because a build asks for the actors of millions of acts. */
function actorsOfPlain(person: Person, facts: PermissionFacts, at: number): readonly Actor[] {
  const byBits = plainActors.get(person.position) ?? [];
  if (byBits.length === 0) plainActors.set(person.position, byBits);
  const bits = actorBits(person, facts);
  const known = byBits[bits] ?? actorsOf(viewerOf(person, at), facts);
  byBits[bits] = known;
  return known;
}

/**
 * Returns the actors of the transition table (owner, assistant, a position, …) that a person was when acting on a case.
 * @param facts the case before the act
 */
export function actorsOfPersonInCase(
  { directory }: StaffSnapshot,
  { by, caseId, happenedAt }: { by: string; caseId: string; happenedAt: number },
  facts: PermissionFacts,
): readonly Actor[] {
  if (by === systemViewer.id || isPatientViewer({ id: by }))
    return actorsOf({ ...systemViewer, id: by }, { ...facts, caseId });
  const person = directory.people.get(by);
  if (person && isPlain(person)) return actorsOfPlain(person, facts, happenedAt);
  return person ? actorsOf(viewerOf(person, happenedAt), { ...facts, caseId }) : [];
}

/** Returns the working hours of an organisation's desk. */
export function deskHoursOf({ zones, desks }: StaffSnapshot, orgId: string): DeskHours {
  const { week, days } = desks.get(orgId) ?? noDesk;
  return { zone: zones.get(orgId) ?? defaultZone, week, days };
}
