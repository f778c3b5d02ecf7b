/** The directory: a fold of all people and organisations. */
import {
  type CaseInvitation,
  type Collaboration,
  type CollaborationEvent,
  evolveCaseInvitations,
  evolveCollaborations,
} from './collaboration.ts';
import { isEmail } from './contact.ts';
import { type Cover, evolveCovers } from './cover.ts';
import type { DirectoryEvent } from './events.ts';
import { evolveSingleSignOn } from './identities.ts';
import type { PeopleImport } from './import.ts';
import type { Invitation } from './invitation.ts';
import { evolveInvitations, withoutInvitation } from './invitation-fold.ts';
import type { Organisation } from './organisation.ts';
import { evolveOrganisations } from './organisation-fold.ts';
import type { Position } from './position.ts';
import type { SingleSignOnSettings } from './single-sign-on-settings.ts';

export type Person = {
  id: string;
  orgId: string;
  position: Position;
  serves: readonly string[];
  /** Doctors who are asked to share this assistant and have not answered. */
  offers: readonly string[];
  /** Covers of colleagues' cases, past and future ones too. */
  covers: readonly Cover[];
  /** Cases in which the person takes or took part by invitation. */
  collaborations: readonly Collaboration[];
  trialUntil: string | null;
  userName: string;
  name: string;
  phone: string | null;
  email: string | null;
  /** Unconfirmed phone or e-mail of a registration. Never used to find an account. */
  unconfirmed: string | null;
  /** Postal address in one line. */
  address: string | null;
  /** Id of the person's picture, an upload. */
  avatar: string | null;
  /** Frozen by an Admin without an end. The temporary freeze after wrong passwords is in services/people. */
  frozen: boolean;
  /** Id of the person who froze the account. */
  frozenBy: string | null;
  /** The account is gone for good. A removed person is also frozen, has no contacts and serves nobody. */
  removed: boolean;
};

/** What remains of a removed person besides id, name and position. Empty contacts identify no one. */
const removedAccount = {
  ...{ userName: '', phone: null, email: null, unconfirmed: null, address: null, avatar: null },
  ...{ serves: [], offers: [], covers: [], collaborations: [], frozen: true, removed: true },
} satisfies Partial<Person>;

/** Initial values of an account. */
const freshAccount = {
  ...{ avatar: null, offers: [], covers: [], collaborations: [] },
  ...{ frozen: false, frozenBy: null, removed: false },
} satisfies Partial<Person>;

export type Directory = {
  revision: number;
  people: ReadonlyMap<string, Person>;
  organisations: ReadonlyMap<string, Organisation>;
  /** Open invitations by the id of the invited person. Read models hold none. */
  invitations: ReadonlyMap<string, Invitation>;
  /** Imports of people by their id. Read models hold none. */
  imports: ReadonlyMap<string, PeopleImport>;
  /** Single sign-on by organisation. Read models hold none. */
  singleSignOn: ReadonlyMap<string, SingleSignOnSettings>;
  /** People by the identities with which they sign in. Read models hold none. */
  identities: ReadonlyMap<string, string>;
  /** Open invitations to cases, and collaborations, by their ids. Read models hold none. */
  caseInvitations: ReadonlyMap<string, CaseInvitation>;
};

export const emptyDirectory: Directory = {
  revision: -1,
  people: new Map(),
  organisations: new Map(),
  invitations: new Map(),
  imports: new Map(),
  singleSignOn: new Map(),
  identities: new Map(),
  caseInvitations: new Map(),
};

const withPerson = (d: Directory, person: Person): Directory => ({
  ...d,
  people: new Map(d.people).set(person.id, person),
});

function changed(d: Directory, id: string, change: Partial<Person>): Directory {
  const person = d.people.get(id);
  return person && !person.removed ? withPerson(d, { ...person, ...change }) : d;
}

const coversOf = (d: Directory, personId: string) => d.people.get(personId)?.covers ?? [];
const offersOf = (d: Directory, personId: string) => d.people.get(personId)?.offers ?? [];

/** The doctors served after a change. An offer ends when its doctor is served. */
function servesNow(d: Directory, { personId, serves }: { personId: string; serves?: string[] }) {
  if (!serves) return {};
  return { serves, offers: offersOf(d, personId).filter(id => !serves.includes(id)) };
}

/** The unconfirmed address after a change. It is dropped once an address of its kind is set. */
function unconfirmedNow(d: Directory, personId: string, set: Partial<Person>) {
  const unconfirmed = d.people.get(personId)?.unconfirmed;
  if (!unconfirmed || set[isEmail(unconfirmed) ? 'email' : 'phone'] === undefined) return {};
  return { unconfirmed: null };
}

/** The parts of a directory event that the fold reads. */
export type DirectoryFoldEvent = DirectoryEvent & { by?: string; at?: string };

function applyCollaboration(d: Directory, e: CollaborationEvent & DirectoryFoldEvent): Directory {
  const after = { ...d, caseInvitations: evolveCaseInvitations(d.caseInvitations, e) };
  const personId = 'personId' in e.data ? e.data.personId : null;
  const person = personId === null ? undefined : d.people.get(personId);
  if (!person) return after;
  return changed(after, person.id, { collaborations: evolveCollaborations(person.collaborations, e) });
}

/** The directory without the collaborations of a person who has moved or was removed. */
const withoutCollaborator = (d: Directory, personId: string): Directory => ({
  ...d,
  caseInvitations: new Map([...d.caseInvitations].filter(([, one]) => one.personId !== personId)),
});

function apply(d: Directory, e: DirectoryFoldEvent): Directory {
  switch (e.type) {
    case 'OrganisationAdded':
    case 'OrganisationChanged':
    case 'RightSwitched':
    case 'SetUpDismissed':
      return { ...d, organisations: evolveOrganisations(d.organisations, e) };
    case 'PersonAdded': {
      const { personId, ...facts } = e.data;
      const { address = null, unconfirmed = null, ...contact } = e.personal;
      const person = { id: personId, ...facts, ...contact, unconfirmed, address, ...freshAccount };
      return withPerson(withoutInvitation(d, personId), person);
    }
    case 'PersonChanged': {
      const { personId, avatar } = e.data;
      return changed(d, personId, {
        ...e.personal,
        ...unconfirmedNow(d, personId, e.personal),
        ...servesNow(d, e.data),
        ...(avatar === undefined ? {} : { avatar }),
      });
    }
    case 'PersonFrozen':
      return changed(d, e.data.personId, { frozen: true, frozenBy: e.by ?? null });
    case 'PersonUnfrozen':
      return changed(d, e.data.personId, { frozen: false, frozenBy: null });
    case 'AccountMadePermanent':
      return changed(d, e.data.personId, { trialUntil: null });
    case 'PersonRemoved':
      return changed(withoutCollaborator(d, e.data.personId), e.data.personId, removedAccount);
    case 'PersonMoved': {
      const { personId, from: _before, ...to } = e.data;
      const place = { ...to, offers: [], covers: [], collaborations: [] };
      return changed(withoutCollaborator(d, personId), personId, place);
    }
    case 'PersonInvited':
    case 'InvitationRenewed':
    case 'InvitationWithdrawn':
    case 'PeopleImported':
    case 'ImportWithdrawn':
      return evolveInvitations(d, e);
    case 'SingleSignOnSet':
    case 'SingleSignOnRemoved':
    case 'IdentityLinked':
      return evolveSingleSignOn(d, e);
    case 'AssistantOffered':
    case 'AssistantOfferEnded': {
      const { personId, doctorId } = e.data;
      const others = offersOf(d, personId).filter(id => id !== doctorId);
      return changed(d, personId, { offers: e.type === 'AssistantOffered' ? [...others, doctorId] : others });
    }
    case 'CoverArranged':
    case 'CoverEnded':
      return changed(d, e.data.personId, { covers: evolveCovers(coversOf(d, e.data.personId), e) });
    case 'CollaboratorInvited':
    case 'CollaboratorJoined':
    case 'CollaboratorEnded':
    case 'CollaborationMoved':
      return applyCollaboration(d, e);
    case 'CasesHandedOver':
    case 'TermsAccepted':
      return d;
    default:
      return e satisfies never;
  }
}

/** Returns the directory after an event. Ignores events that it already holds. */
export function evolveDirectory(d: Directory, e: DirectoryFoldEvent & { revision: number }): Directory {
  return e.revision <= d.revision ? d : { ...apply(d, e), revision: e.revision };
}

/** Returns the organisation that visitors see before they sign in: the first that no other organisation serves. */
export const mainOrganisation = (d: Pick<Directory, 'organisations'>): Organisation | undefined =>
  [...d.organisations.values()].find(o => o.servedBy === o.orgId);

/** True if both organisations are the same, or one serves the other. */
export function areColleagues(
  { organisations }: Pick<Directory, 'organisations'>,
  a: Pick<Person, 'orgId'>,
  b: Pick<Person, 'orgId'>,
): boolean {
  const servedBy = (orgId: string) => organisations.get(orgId)?.servedBy;
  return a.orgId === b.orgId || servedBy(a.orgId) === b.orgId || servedBy(b.orgId) === a.orgId;
}

/** Path of a person's picture, without host. Empty: the default picture. */
export const avatarPathOf = (p: Pick<Person, 'avatar'> | undefined): string =>
  p?.avatar ? `/api/files/${p.avatar}` : '';
