/**
 * The rows `people`: people and organisations from the directory's stream, and lists of people by position and by
 * doctor.
 */

import { defaultZone } from '#events/case/calendar.ts';
import { roleOnDoctorSide } from '#events/case/permissions.ts';
import type { Recorded } from '#events/envelope.ts';
import { type Directory, emptyDirectory, evolveDirectory, type Person } from '#events/person/directory.ts';
import { type DirectoryEvent, directoryStream } from '#events/person/events.ts';
import type { Organisation } from '#events/person/organisation.ts';
import { viewerOf } from '#events/person/person-viewer.ts';
import type { Position } from '#events/person/position.ts';
import { recordOf } from '#events/streams.ts';
import { personRoom } from '../rooms.ts';
import type { RowReads } from '../row-access.ts';
import { type FoldedView, presentToNobody, type RowReader } from '../view.ts';

export type PeopleRow =
  | { kind: 'person'; person: Person }
  | { kind: 'organisation'; organisation: Organisation }
  /** Ids of people, keyed `staff:<org>:<position>`, `helpers:<doctor>` or `covering:<doctor>`. */
  | { kind: 'ids'; ids: string[] }
  /** Revision of the directory, for optimistic checks of uniqueness. */
  | { kind: 'revision'; revision: number };

const view = 'people';
const revisionId = 'revision';
const personId = (id: string) => `person:${id}`;
const organisationId = (id: string) => `organisation:${id}`;
const staffId = (orgId: string, position: Position) => `staff:${orgId}:${position}`;
const helpersId = (doctorId: string) => `helpers:${doctorId}`;
const coveringId = (doctorId: string) => `covering:${doctorId}`;

const idsOf = (read: RowReader, id: string): readonly string[] => {
  const row = read.row<PeopleRow>(view, id);
  return row?.kind === 'ids' ? row.ids : [];
};

/** The person as of the folded event. */
export function personAtEvent(read: RowReader, id: string): Person | undefined {
  const row = read.row<PeopleRow>(view, personId(id));
  return row?.kind === 'person' ? row.person : undefined;
}

const organisationIn = (row: PeopleRow | undefined) =>
  row?.kind === 'organisation' ? row.organisation : undefined;

/** The organisation that serves this one, as of the folded event. */
export const servingOrganisationAtEvent = (read: RowReader, orgId: string): string | undefined =>
  organisationIn(read.row<PeopleRow>(view, organisationId(orgId)))?.servedBy;

export const organisationNow = ({ find }: Pick<RowReads, 'find'>, orgId: string): Organisation | undefined =>
  organisationIn(find<PeopleRow>(view, organisationId(orgId))?.row);

/** Time zone of an organisation as of the folded event. */
export const zoneAtEvent = (read: RowReader, orgId: string): string =>
  organisationIn(read.row<PeopleRow>(view, organisationId(orgId)))?.zone ?? defaultZone;

/** Time zone of an organisation. */
export const zoneNow = (rows: Pick<RowReads, 'find'>, orgId: string): string =>
  organisationNow(rows, orgId)?.zone ?? defaultZone;

/** The person at present. */
export function personNow({ find }: Pick<RowReads, 'find'>, id: string): Person | undefined {
  const row = find<PeopleRow>(view, personId(id))?.row;
  return row?.kind === 'person' ? row.person : undefined;
}

/** The organisation that serves this one, possibly itself. */
export function servingOrganisationNow({ find }: Pick<RowReads, 'find'>, orgId: string): string {
  const row = find<PeopleRow>(view, organisationId(orgId))?.row;
  return row?.kind === 'organisation' ? row.organisation.servedBy : orgId;
}

/** Ids of the people with a position in an organisation. */
export const staffIdsOf = (read: RowReader, orgId: string, position: Position) =>
  idsOf(read, staffId(orgId, position));
/** Ids of the assistants of a doctor. */
export const helperIdsOf = (read: RowReader, doctorId: string) => idsOf(read, helpersId(doctorId));

/** Ids of the colleagues who act in the doctor's place on a case at a time. @param at ISO */
export const coveringColleagueIds = (
  read: RowReader,
  of: { ownerId: string; caseId: string },
  at: string,
): readonly string[] =>
  idsOf(read, coveringId(of.ownerId)).filter(id => {
    const person = personAtEvent(read, id);
    return person && roleOnDoctorSide(viewerOf(person, Date.parse(at)), of) === 'cover';
  });

function keys(event: Recorded, read: RowReader): string[] {
  const e = recordOf('directory', event);
  switch (e.type) {
    case 'OrganisationAdded':
    case 'OrganisationChanged':
    case 'RightSwitched':
    case 'SetUpDismissed':
      return [revisionId, organisationId(e.data.orgId)];
    case 'PersonAdded': {
      const { personId: id, orgId, position, serves } = e.data;
      return [revisionId, personId(id), staffId(orgId, position), ...serves.map(helpersId)];
    }
    case 'PersonChanged': {
      const before = e.data.serves ? (personAtEvent(read, e.data.personId)?.serves ?? []) : [];
      const doctors = new Set([...before, ...(e.data.serves ?? [])]);
      return [revisionId, personId(e.data.personId), ...[...doctors].map(helpersId)];
    }
    case 'PersonMoved': {
      const { personId: id, from, ...to } = e.data;
      const lists = [from, to].map(({ orgId, position }) => staffId(orgId, position));
      const doctors = [...(personAtEvent(read, id)?.serves ?? []), ...to.serves].map(helpersId);
      return [revisionId, personId(id), ...new Set([...lists, ...doctors])];
    }
    case 'PersonInvited':
    case 'InvitationRenewed':
    case 'InvitationWithdrawn':
    case 'PeopleImported':
    case 'ImportWithdrawn':
    case 'SingleSignOnSet':
    case 'SingleSignOnRemoved':
    case 'IdentityLinked':
      return [revisionId];
    case 'PersonFrozen':
    case 'PersonUnfrozen':
    case 'AccountMadePermanent':
    case 'AssistantOffered':
    case 'AssistantOfferEnded':
      return [revisionId, personId(e.data.personId)];
    case 'CoverArranged':
    case 'CoverEnded':
      return [revisionId, personId(e.data.personId), coveringId(e.data.ownerId)];
    case 'CollaboratorJoined':
    case 'CollaboratorEnded':
    case 'CollaborationMoved':
      return [revisionId, ...(e.data.personId === null ? [] : [personId(e.data.personId)])];
    case 'CollaboratorInvited':
    case 'CasesHandedOver':
      return [revisionId];
    case 'TermsAccepted':
      return [revisionId];
    case 'PersonRemoved': {
      const person = personAtEvent(read, e.data.personId);
      if (!person) return [revisionId];
      const { id, orgId, position, serves } = person;
      return [revisionId, personId(id), staffId(orgId, position), ...serves.map(helpersId)];
    }
    default:
      return e satisfies never;
  }
}

/** Folds one person or organisation with the directory's own fold, over a directory that contains only that entry. */
function entry(
  row: PeopleRow | undefined,
  e: DirectoryEvent & { revision: number; by: string; at: string },
): PeopleRow | null {
  const people = row?.kind === 'person' ? new Map([[row.person.id, row.person]]) : emptyDirectory.people;
  const known = organisationIn(row);
  const organisations = known ? new Map([[known.orgId, known]]) : emptyDirectory.organisations;
  const before = { ...emptyDirectory, people, organisations, revision: e.revision - 1 };
  const after = evolveDirectory(before, e);
  const [person] = after.people.values();
  if (person) return { kind: 'person', person };
  const [organisation] = after.organisations.values();
  return organisation ? { kind: 'organisation', organisation } : null;
}

const isAny = <T extends DirectoryEvent['type']>(
  e: DirectoryEvent,
  types: readonly T[],
): e is Extract<DirectoryEvent, { type: T }> => types.some(type => type === e.type);

/** Updates a list after a person was added, moved, removed or assigned to other doctors. */
function idList(row: PeopleRow | undefined, e: DirectoryEvent, id: string): PeopleRow | null {
  const known = ['PersonAdded', 'PersonChanged', 'PersonMoved', 'PersonRemoved', 'CoverArranged'] as const;
  if (!isAny(e, known)) return row ?? null;
  const others = (row?.kind === 'ids' ? row.ids : []).filter(other => other !== e.data.personId);
  if (e.type === 'PersonRemoved') return { kind: 'ids', ids: others };
  // The colleague stays in the list after the cover, because readers compare the cover's times.
  if (e.type === 'CoverArranged') return { kind: 'ids', ids: [...others, e.data.personId] };
  const inStaff =
    e.type === 'PersonMoved' ? staffId(e.data.orgId, e.data.position) === id : id.startsWith('staff:');
  const inIt = inStaff || (e.data.serves ?? []).some(doctor => helpersId(doctor) === id);
  return { kind: 'ids', ids: inIt ? [...others, e.data.personId] : others };
}

export const peopleView = {
  name: view,
  version: 4,
  keep: 20_000,
  follows: [directoryStream],
  keys,
  fold: (row, event, _read, id) => {
    if (id === revisionId) return { kind: 'revision', revision: event.revision };
    const e = recordOf('directory', event);
    if (['staff:', 'helpers:', 'covering:'].some(list => id.startsWith(list))) return idList(row, e, id);
    return entry(row, e);
  },
  rooms: row => (row.kind === 'person' ? [personRoom(row.person.id)] : []),
  // Not presented: names are joined to other rows, and the routes of accounts answer the rest.
  present: presentToNobody,
} satisfies FoldedView<PeopleRow, never>;

/** The directory with some rows replaced. Call it once for each batch, because it copies the directory. */
export function directoryWithRows(directory: Directory, rows: Iterable<PeopleRow>): Directory {
  const people = new Map(directory.people);
  const organisations = new Map(directory.organisations);
  let revision = directory.revision;
  for (const row of rows) {
    if (row.kind === 'person') people.set(row.person.id, row.person);
    else if (row.kind === 'organisation') organisations.set(row.organisation.orgId, row.organisation);
    else if (row.kind === 'revision') revision = row.revision;
  }
  return { ...directory, revision, people, organisations };
}
