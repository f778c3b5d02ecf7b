/** Decides who joins, moves within and leaves organisations. Pure; the caller checks who may ask. */
import { badField, Refusal } from '../errors.ts';
import { assertUniqueAccount } from './account-identity.ts';
import { internationalNumber, isEmail, normaliseContact } from './contact.ts';
import type { Directory, Person } from './directory.ts';
import type { DirectoryEvent } from './events.ts';
import { type Invitation, invitedAddress } from './invitation.ts';
import { latinLettersOf } from './look-alikes.ts';
import type { Position } from './position.ts';

/** Organisation and position of a person, and the doctors whom an assistant serves. */
export type Membership = { orgId: string; position: Position; serves: readonly string[] };

/** Returns a person. @throws Refusal userUnknown, also for a removed person */
export function requirePerson({ people }: Directory, personId: string): Person {
  const person = people.get(personId);
  if (!person || person.removed) throw new Refusal('userUnknown');
  return person;
}

/** Checks the doctors of an assistant. @throws Refusal badInput for a doctor of another organisation */
export function assertServedDoctors({ people }: Directory, { orgId, position, serves }: Membership): void {
  if (serves.length > 0 && position !== 'Assistant') throw badField('serves', 'not-a-choice');
  for (const [i, doctorId] of serves.entries()) {
    const doctor = people.get(doctorId);
    if (doctor?.position !== 'Doctor' || doctor.orgId !== orgId)
      throw badField(`serves.${i}`, 'doctor-unknown');
  }
}

function checkPlace(directory: Directory, place: Membership): void {
  if (!directory.organisations.has(place.orgId)) throw badField('orgId', 'not-a-choice');
  assertServedDoctors(directory, place);
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
export type NewInvitation = Membership &
  Pick<Invitation, 'personId' | 'name' | 'email' | 'phone' | 'lang'> & { importId?: string };

/** Why an address cannot be used again. Also the issue word of a refusal. */
type AddressUse = 'taken' | 'invited' | 'repeated';

export type AddressesInUse = {
  /** Returns why an address cannot be used; undefined for a free one. Ignores case, and letters that look alike. */
  of(address: string): AddressUse | undefined;
  add(address: string, use: AddressUse): void;
};

/** Logins, phones and e-mails in use. Build it once for many invitations. */
export function addressesInUse({ people, invitations }: Directory): AddressesInUse {
  const uses = new Map<string, AddressUse>();
  const keyOf = (address: string) => latinLettersOf(normaliseContact(address));
  const add = (address: string | null, use: AddressUse) => {
    if (address) uses.set(keyOf(address), use);
  };
  for (const { email, phone } of invitations.values())
    for (const address of [email, phone]) add(address, 'invited');
  for (const { userName, phone, email } of people.values())
    for (const account of [userName, phone, email]) add(account, 'taken');
  return { of: address => uses.get(keyOf(address)), add };
}

/** Checks that a message can reach the invited person. @throws Refusal badInput otherwise */
function checkAddress(to: NewInvitation): void {
  const address = invitedAddress(to);
  if (!address) throw badField('email', 'contact-required');
  if (!isEmail(address) && internationalNumber(address) === undefined)
    throw badField('phone', 'phone-mobile');
}

/** Invites a person. @throws Refusal badInput, userExists, phoneTaken if an address is in use */
export function inviteMember(
  directory: Directory,
  { personId, name, email, phone, lang, importId, ...place }: NewInvitation,
  inUse = addressesInUse(directory),
): DirectoryEvent[] {
  const { orgId, position, serves } = place;
  checkPlace(directory, place);
  checkAddress({ personId, name, email, phone, lang, ...place });
  for (const [path, refusal] of [['email', 'userExists'] as const, ['phone', 'phoneTaken'] as const]) {
    const issue = inUse.of({ email, phone }[path] ?? '');
    if (issue) throw new Refusal(refusal, { issues: [{ path, issue }] });
  }
  const data = { personId, orgId, position, serves: [...serves], lang };
  return [
    {
      type: 'PersonInvited',
      data: importId === undefined ? data : { ...data, importId },
      personal: { name, email, phone },
    },
  ];
}

/** Invites all or none. @throws Refusal as `inviteMember` */
export function inviteMembers(directory: Directory, wanted: readonly NewInvitation[]): DirectoryEvent[] {
  const inUse = addressesInUse(directory);
  return wanted.flatMap(one => {
    const events = inviteMember(directory, one, inUse);
    for (const address of [one.email, one.phone]) if (address) inUse.add(address, 'repeated');
    return events;
  });
}

/** Returns an open invitation. @throws Refusal userUnknown if there is none */
export function requireOpenInvitation({ invitations }: Directory, personId: string): Invitation {
  const open = invitations.get(personId);
  if (!open) throw new Refusal('userUnknown');
  return open;
}

export const renewInvitation = (directory: Directory, personId: string): DirectoryEvent[] => [
  { type: 'InvitationRenewed', data: { personId: requireOpenInvitation(directory, personId).personId } },
];

export const withdrawInvitation = (directory: Directory, personId: string): DirectoryEvent[] => [
  { type: 'InvitationWithdrawn', data: { personId: requireOpenInvitation(directory, personId).personId } },
];

/** Makes the account of an invited person. @throws Refusal userUnknown, userExists, badInput */
export function acceptInvitation(
  directory: Directory,
  personId: string,
  { userName, name }: Pick<Person, 'userName' | 'name'>,
): DirectoryEvent[] {
  const open = requireOpenInvitation(directory, personId);
  const { orgId, position, serves } = open;
  checkPlace(directory, { orgId, position, serves });
  // Accepting proves only the address to which the link was sent; the other one stays unconfirmed.
  const confirmed = invitedAddress(open);
  const contact = isEmail(confirmed) ? { email: confirmed, phone: null } : { email: null, phone: confirmed };
  assertUniqueAccount(directory, { userName, ...contact });
  const other = open.phone && contact.phone === null ? { unconfirmed: open.phone } : {};
  const data = { personId, orgId, position, serves: [...serves], trialUntil: null };
  return [{ type: 'PersonAdded', data, personal: { userName, name, ...contact, ...other } }];
}

/** Assistants no longer serve a doctor who leaves the position or the organisation. */
export function endServiceOfAssistants({ people }: Directory, doctorId: string): DirectoryEvent[] {
  return [...people.values()].flatMap((p): DirectoryEvent[] => {
    const offered: DirectoryEvent[] = p.offers.includes(doctorId)
      ? [{ type: 'AssistantOfferEnded', data: { personId: p.id, doctorId } }]
      : [];
    if (!p.serves.includes(doctorId)) return offered;
    const serves = p.serves.filter(id => id !== doctorId);
    return [...offered, { type: 'PersonChanged', data: { personId: p.id, serves }, personal: {} }];
  });
}

/**
 * Ends the covers for a doctor who leaves the position or the organisation, so that no colleague gets the doctor's
 * later cases.
 */
const endCoversOf = ({ people }: Directory, ownerId: string): DirectoryEvent[] =>
  [...people.values()].flatMap(({ id: personId, covers }) =>
    covers
      .filter(cover => cover.ownerId === ownerId)
      .map(({ coverId }): DirectoryEvent => ({ type: 'CoverEnded', data: { coverId, personId, ownerId } })),
  );

/** Cases that belong to a person: as owner, and as designer while they are open. */
export type HeldCaseCounts = { owned: number; assigned: number };

/**
 * Moves a person to another position or organisation. Refused while cases belong to the person, because the rights of
 * an owner and of a designer follow the person, not the position.
 * @throws Refusal userUnknown, badInput
 */
export function movePerson(
  directory: Directory,
  personId: string,
  to: Membership,
  held: HeldCaseCounts,
): DirectoryEvent[] {
  const person = requirePerson(directory, personId);
  checkPlace(directory, to);
  if (person.position === to.position && person.orgId === to.orgId) return [];
  const count = held.owned + held.assigned;
  if (count > 0) throw badField('position', 'cases-held', { count });
  assertAdminRemains(directory, person, 'position');
  const { orgId, position, serves } = to;
  const from = { position: person.position, orgId: person.orgId };
  return [
    { type: 'PersonMoved', data: { personId, position, orgId, serves: [...serves], from } },
    ...endServiceOfAssistants(directory, personId),
    ...endCoversOf(directory, personId),
  ];
}
