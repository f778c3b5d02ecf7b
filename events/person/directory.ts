/** The directory: a fold of all people and organisations. Logins, phones and e-mails are unique within it. */
import { Refusal } from '../errors.ts';
import type { DirectoryEvent } from './events.ts';
import type { Position, Viewer } from './position.ts';

export type Organisation = { orgId: string; name: string; servedBy: string; zone: string };

export type Person = {
  id: string;
  orgId: string;
  position: Position;
  serves: readonly string[];
  trialUntil: string | null;
  userName: string;
  name: string;
  phone: string | null;
  email: string | null;
  /** Id of the person's picture, an upload. */
  avatar: string | null;
  /** Frozen by an Admin without an end. The temporary freeze after wrong passwords is in services/people. */
  frozen: boolean;
};

export type Directory = {
  revision: number;
  people: ReadonlyMap<string, Person>;
  organisations: ReadonlyMap<string, Organisation>;
};

export const emptyDirectory: Directory = { revision: -1, people: new Map(), organisations: new Map() };

const withPerson = (d: Directory, person: Person): Directory => ({
  ...d,
  people: new Map(d.people).set(person.id, person),
});

function changed(d: Directory, id: string, change: Partial<Person>): Directory {
  const person = d.people.get(id);
  return person ? withPerson(d, { ...person, ...change }) : d;
}

function apply(d: Directory, e: DirectoryEvent): Directory {
  switch (e.type) {
    case 'OrganisationAdded':
      return { ...d, organisations: new Map(d.organisations).set(e.data.orgId, e.data) };
    case 'PersonAdded': {
      const { personId, ...facts } = e.data;
      return withPerson(d, { id: personId, ...facts, ...e.personal, avatar: null, frozen: false });
    }
    case 'PersonChanged':
      return changed(d, e.data.personId, {
        ...e.personal,
        ...(e.data.serves ? { serves: e.data.serves } : {}),
        ...(e.data.avatar === undefined ? {} : { avatar: e.data.avatar }),
      });
    case 'PersonFrozen':
      return changed(d, e.data.personId, { frozen: true });
    case 'PersonUnfrozen':
      return changed(d, e.data.personId, { frozen: false });
    default:
      return e satisfies never;
  }
}

/** Returns the directory after an event. Ignores events that it already holds. */
export function evolveDirectory(d: Directory, e: DirectoryEvent & { revision: number }): Directory {
  return e.revision <= d.revision ? d : { ...apply(d, e), revision: e.revision };
}

/** Returns the organisation that visitors see before they sign in: the first that no other organisation serves. */
export const mainOrganisation = (d: Pick<Directory, 'organisations'>): Organisation | undefined =>
  [...d.organisations.values()].find(o => o.servedBy === o.orgId);

/** True for people of one organisation, and for an organisation and the one that serves it. */
export function areColleagues(
  { organisations }: Pick<Directory, 'organisations'>,
  a: Pick<Person, 'orgId'>,
  b: Pick<Person, 'orgId'>,
): boolean {
  const servedBy = (orgId: string) => organisations.get(orgId)?.servedBy;
  return a.orgId === b.orgId || servedBy(a.orgId) === b.orgId || servedBy(b.orgId) === a.orgId;
}

export const viewerOf = (p: Person): Viewer => ({
  id: p.id,
  position: p.position,
  orgId: p.orgId,
  serves: p.serves,
});

// An erased person's contacts are empty and identify no one.
const same = (a: string | null | undefined, b: string | null | undefined) =>
  !!a && !!b && a.toLowerCase() === b.toLowerCase();

/** True if the text is this person's login, phone or e-mail. A login may equal another's phone, so all three are compared. */
const isAccountOf = (p: Person, account: string | null | undefined) =>
  same(p.userName, account) || same(p.phone, account) || same(p.email, account);

/** Finds a person by login, phone or e-mail, ignoring case. */
export function findByAccount(d: Directory, account: string): Person | undefined {
  return [...d.people.values()].find(p => isAccountOf(p, account));
}

/**
 * Requires a unique login, phone and e-mail.
 * @throws Refusal userExists or phoneTaken if another person has the login, the phone or the e-mail
 */
export function assertUnique(
  d: Directory,
  who: Partial<Pick<Person, 'userName' | 'phone' | 'email'>>,
  self?: string,
): void {
  for (const p of d.people.values()) {
    if (p.id === self) continue;
    if (isAccountOf(p, who.userName))
      throw new Refusal('userExists', { issues: [{ path: 'userName', issue: 'taken' }] });
    if (isAccountOf(p, who.phone))
      throw new Refusal('phoneTaken', { issues: [{ path: 'phone', issue: 'taken' }] });
    if (isAccountOf(p, who.email))
      throw new Refusal('userExists', { issues: [{ path: 'email', issue: 'taken' }] });
  }
}
