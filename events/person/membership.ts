/** Decides who joins, moves within and leaves organisations. Pure; the caller checks who may ask. */
import { badField, Refusal } from '../errors.ts';
import { assertUnique, type Directory, type Person } from './directory.ts';
import type { DirectoryEvent } from './events.ts';
import type { Invitation } from './invitation.ts';
import type { Position } from './position.ts';

/** Where a person belongs. */
export type Place = { orgId: string; position: Position; serves: readonly string[] };

/** @throws Refusal userUnknown, also for a removed person */
export function knownPerson({ people }: Directory, personId: string): Person {
  const person = people.get(personId);
  if (!person || person.removed) throw new Refusal('userUnknown');
  return person;
}

/** @throws Refusal badInput if an assistant's doctors are not doctors of the same organisation */
export function checkServes({ people }: Directory, { orgId, position, serves }: Place): void {
  if (serves.length > 0 && position !== 'Assistant') throw badField('serves', 'not-a-choice');
  for (const [i, doctorId] of serves.entries()) {
    const doctor = people.get(doctorId);
    if (doctor?.position !== 'Doctor' || doctor.orgId !== orgId)
      throw badField(`serves.${i}`, 'doctor-unknown');
  }
}

function checkPlace(directory: Directory, place: Place): void {
  if (!directory.organisations.has(place.orgId)) throw badField('orgId', 'not-a-choice');
  checkServes(directory, place);
}

/**
 * Requires that an organisation keeps an Admin who can sign in, when this person stops being one.
 * @throws Refusal badInput
 */
export function assertAdminRemains({ people }: Directory, leaving: Person, field = 'id'): void {
  if (leaving.position !== 'Admin' || leaving.frozen) return;
  const remains = [...people.values()].some(
    p => p.id !== leaving.id && p.position === 'Admin' && p.orgId === leaving.orgId && !p.frozen,
  );
  if (!remains) throw badField(field, 'last-admin');
}

/** An invitation as it is sent. `personId`: id of the person who will exist. */
export type NewInvitation = Place & Pick<Invitation, 'personId' | 'name' | 'email' | 'lang'>;

/** Accounts in use, in lower case, each with the issue of a second use. Build it once for many invitations. */
type AccountsInUse = Map<string, 'taken' | 'invited' | 'repeated'>;

function accountsInUse({ people, invitations }: Directory): AccountsInUse {
  const inUse: AccountsInUse = new Map();
  for (const { email } of invitations.values()) inUse.set(email.toLowerCase(), 'invited');
  for (const { userName, phone, email } of people.values())
    for (const account of [userName, phone, email]) if (account) inUse.set(account.toLowerCase(), 'taken');
  return inUse;
}

/** @throws Refusal badInput, userExists if a person or another invitation has the e-mail */
export function invite(
  directory: Directory,
  { personId, name, email, lang, ...place }: NewInvitation,
  inUse = accountsInUse(directory),
): DirectoryEvent[] {
  checkPlace(directory, place);
  const issue = inUse.get(email.toLowerCase());
  if (issue) throw new Refusal('userExists', { issues: [{ path: 'email', issue }] });
  const { orgId, position, serves } = place;
  return [
    {
      type: 'PersonInvited',
      data: { personId, orgId, position, serves: [...serves], lang },
      personal: { name, email },
    },
  ];
}

/** Invites all or none. @throws Refusal as `invite` */
export function inviteAll(directory: Directory, wanted: readonly NewInvitation[]): DirectoryEvent[] {
  const inUse = accountsInUse(directory);
  return wanted.flatMap(one => {
    const events = invite(directory, one, inUse);
    inUse.set(one.email.toLowerCase(), 'repeated');
    return events;
  });
}

/** @throws Refusal userUnknown if the invitation is not open */
export function openInvitation({ invitations }: Directory, personId: string): Invitation {
  const open = invitations.get(personId);
  if (!open) throw new Refusal('userUnknown');
  return open;
}

export const renewInvitation = (directory: Directory, personId: string): DirectoryEvent[] => [
  { type: 'InvitationRenewed', data: { personId: openInvitation(directory, personId).personId } },
];

export const withdrawInvitation = (directory: Directory, personId: string): DirectoryEvent[] => [
  { type: 'InvitationWithdrawn', data: { personId: openInvitation(directory, personId).personId } },
];

/** The account of an invited person. @throws Refusal userUnknown, userExists, badInput */
export function acceptInvitation(
  directory: Directory,
  personId: string,
  { userName, name }: Pick<Person, 'userName' | 'name'>,
): DirectoryEvent[] {
  const { orgId, position, serves, email } = openInvitation(directory, personId);
  checkPlace(directory, { orgId, position, serves });
  assertUnique(directory, { userName, email });
  const data = { personId, orgId, position, serves: [...serves], trialUntil: null };
  return [{ type: 'PersonAdded', data, personal: { userName, name, phone: null, email } }];
}

/** Assistants no longer serve a doctor who leaves the position or the organisation. */
export function endServing({ people }: Directory, doctorId: string): DirectoryEvent[] {
  return [...people.values()].flatMap((p): DirectoryEvent[] => {
    const offered: DirectoryEvent[] = p.offers.includes(doctorId)
      ? [{ type: 'AssistantOfferEnded', data: { personId: p.id, doctorId } }]
      : [];
    if (!p.serves.includes(doctorId)) return offered;
    const serves = p.serves.filter(id => id !== doctorId);
    return [...offered, { type: 'PersonChanged', data: { personId: p.id, serves }, personal: {} }];
  });
}

/** Cases that belong to a person: as owner, and as designer while they are open. */
export type CasesHeld = { owned: number; assigned: number };

/**
 * Moves a person to another position or organisation. Refused while cases belong to the person: the rights of an owner
 * and of a designer follow the person, not the position.
 * @throws Refusal userUnknown, badInput
 */
export function movePerson(
  directory: Directory,
  personId: string,
  to: Place,
  held: CasesHeld,
): DirectoryEvent[] {
  const person = knownPerson(directory, personId);
  checkPlace(directory, to);
  if (person.position === to.position && person.orgId === to.orgId) return [];
  const count = held.owned + held.assigned;
  if (count > 0) throw badField('position', 'cases-held', { count });
  assertAdminRemains(directory, person, 'position');
  const { orgId, position, serves } = to;
  const from = { position: person.position, orgId: person.orgId };
  return [
    { type: 'PersonMoved', data: { personId, position, orgId, serves: [...serves], from } },
    ...endServing(directory, personId),
  ];
}
