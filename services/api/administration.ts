/** Who administers whom: an Admin manages the own organisation and those that it serves. */
import { badField, Refusal } from '#events/errors.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import { type PeopleImport, requirePeopleImport } from '#events/person/import.ts';
import type { Invitation } from '#events/person/invitation.ts';
import { requireOpenInvitation, requirePerson } from '#events/person/membership.ts';
import { type Position, positions, type Viewer } from '#events/person/position.ts';
import { requireOrganisation } from '../people/organisations.ts';
import type { UnparsedCommandRequest } from './command-route.ts';
import type { ApiDeps } from './deps.ts';

type Served = Pick<Directory, 'organisations'>;

/** True for the own organisation and those that it serves. */
export const isOwnOrServed = ({ organisations }: Served, viewer: Viewer, orgId: string): boolean =>
  orgId === viewer.orgId || organisations.get(orgId)?.servedBy === viewer.orgId;

/** Returns a person whom the viewer administers. Refuses other people like unknown ones. @throws Refusal userUnknown */
export function requireAdministeredPerson(directory: Directory, viewer: Viewer, personId: string): Person {
  const person = requirePerson(directory, personId);
  if (!isOwnOrServed(directory, viewer, person.orgId)) throw new Refusal('userUnknown');
  return person;
}

/**
 * Like `requireAdministeredPerson`, but also returns a removed doctor, whose cases remain.
 * @throws Refusal userUnknown
 */
export function requireAdministeredOrRemovedPerson(
  directory: Directory,
  viewer: Viewer,
  personId: string,
): Person {
  const person = directory.people.get(personId);
  const isKnown = person && (!person.removed || person.position === 'Doctor');
  if (!isKnown || !isOwnOrServed(directory, viewer, person.orgId)) throw new Refusal('userUnknown');
  return person;
}

/** Returns a doctor, present or removed, whose cases the viewer may hand over. @throws Refusal userUnknown, badInput */
export function requireAdministeredOwner(directory: Directory, viewer: Viewer, personId: string): Person {
  const person = requireAdministeredOrRemovedPerson(directory, viewer, personId);
  if (person.position !== 'Doctor') throw badField('id', 'not-a-choice');
  return person;
}

/**
 * Refuses a person whom the viewer does not administer. Checks within the decision, because the person may be moved
 * after the request has arrived.
 */
export const refuseForeignPerson = (viewer: Viewer, personId: string) => (directory: Directory) =>
  void requireAdministeredPerson(directory, viewer, personId);

/** Returns an open invitation that the viewer administers. @throws Refusal userUnknown */
export function requireAdministeredInvitation(
  directory: Directory,
  viewer: Viewer,
  personId: string,
): Invitation {
  const open = requireOpenInvitation(directory, personId);
  if (!isOwnOrServed(directory, viewer, open.orgId)) throw new Refusal('userUnknown');
  return open;
}

/** Returns an import that the viewer administers. @throws Refusal notFound */
export function requireAdministeredImport(
  directory: Directory,
  viewer: Viewer,
  importId: string,
): PeopleImport {
  const known = requirePeopleImport(directory, importId);
  if (!isOwnOrServed(directory, viewer, known.orgId)) throw new Refusal('notFound');
  return known;
}

/** Returns the organisation that a command names, by default the viewer's own. @throws Refusal badInput */
export function requireAdministeredOrgId(directory: Served, viewer: Viewer, orgId = viewer.orgId): string {
  if (!isOwnOrServed(directory, viewer, orgId)) throw badField('orgId', 'not-a-choice');
  return orgId;
}

/** @throws Refusal positionUnknown */
export function parseJobPosition(text: string): Position {
  const found = positions.find(p => p === text);
  if (!found)
    throw new Refusal('positionUnknown', { issues: [{ path: 'position', issue: 'position-unknown' }] });
  return found;
}

/**
 * Returns an organisation that the viewer manages. Refuses other organisations like missing ones.
 * @throws Refusal notFound
 */
export function requireManagedOrganisation(directory: Directory, viewer: Viewer, orgId: string) {
  const known = requireOrganisation(directory, orgId);
  if (!isOwnOrServed(directory, viewer, orgId)) throw new Refusal('notFound');
  return known;
}

/**
 * Refuses an organisation that the viewer does not manage. Checks within the decision, so that a repeated command
 * keeps its first answer.
 */
export const refuseForeignOrganisation = (viewer: Viewer, orgId: string) => (directory: Directory) =>
  void requireManagedOrganisation(directory, viewer, orgId);

/** Returns the id of the path's organisation, which the viewer must manage. */
export const requireManagedOrgIdOfPath =
  ({ people }: Pick<ApiDeps, 'people'>) =>
  async ({ viewer, param }: UnparsedCommandRequest) =>
    requireManagedOrganisation(await people.current(), viewer, param('id')).orgId;
