/**
 * Sign-in by an organisation's provider (decision 62): decides whose account a provider's statement names. Pure. A
 * provider vouches for people of its own organisation only.
 */

import { assertUniqueAccount, findByContact } from './account-identity.ts';
import { isEmail } from './contact.ts';
import type { Directory, Person } from './directory.ts';
import type { DirectoryEvent } from './events.ts';
import { type IdentityKey, linkedPerson } from './identities.ts';
import { lookAlikeKey } from './look-alikes.ts';
import type { Position } from './position.ts';
import type { SingleSignOnSettings } from './single-sign-on-settings.ts';

/** Reasons why a sign-in by an organisation's provider failed. Each is a sentence of the dictionaries. */
export const signInProblems = [
  ...(['unknown', 'late', 'cancelled', 'unreachable', 'wrongAnswer', 'busy'] as const),
  ...(['noPosition', 'otherPosition', 'noMail', 'mailTaken', 'noName', 'ended', 'noSignOut'] as const),
] as const;
export type SignInProblem = (typeof signInProblems)[number];

export class SignInRefusedError extends Error {
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem, options?: ErrorOptions) {
    super(`single sign-on: ${problem}`, options);
    this.name = 'SignInRefusedError';
    this.problem = problem;
  }
}

/** A provider's statement about a person. */
export type ProviderStatement = IdentityKey & {
  /** Values of the claim that decides the position. */
  values: readonly string[];
  /** An address that the provider has verified. */
  email: string | undefined;
  name: string | undefined;
};

/** Finds the organisation that an id names, as people type it, if it has single sign-on. */
export function findSingleSignOnOrgIdAsTyped({ singleSignOn }: Directory, typed: string): string | undefined {
  const orgId = typed.trim().toLowerCase();
  return [...singleSignOn.keys()].find(known => known.toLowerCase() === orgId);
}

/** The position of the table's first line that the claim has. Undefined: none. */
const positionBy = (
  table: SingleSignOnSettings['positions'],
  values: readonly string[],
): Position | undefined => table.find(({ value }) => values.includes(value))?.position;

const NUMBERED_MOST = 1000;
const LOGIN_MOST = 30;

/** An unused login, made of the address's first part. The person signs in without it. */
function freeLogin({ people }: Directory, email: string): string {
  const [first = ''] = email.split('@');
  const plain = first.replaceAll(/[^A-Za-z0-9._-]/g, '').replace(/^[._-]+/, '');
  const base = (/[A-Za-z]/.test(plain) && plain.length > 1 ? plain : `user.${plain}`).slice(0, LOGIN_MOST);
  const looks = new Set([...people.values()].map(({ userName }) => lookAlikeKey(userName)));
  for (let n = 1; n < NUMBERED_MOST; n++) {
    const login = n === 1 ? base : `${base}.${n}`;
    if (!looks.has(lookAlikeKey(login))) return login;
  }
  throw new SignInRefusedError('mailTaken');
}

/** The account that an identity is linked to, or may be linked to by its verified address. */
function accountOf(d: Directory, by: ProviderStatement): { person: Person; linked: boolean } | undefined {
  const linked = linkedPerson(d, by);
  const isOwn = (person: Person | undefined) => person?.orgId === by.orgId && !person.removed;
  if (linked && isOwn(linked)) return { person: linked, linked: true };
  const known = by.email === undefined ? undefined : findByContact(d, by.email);
  if (known && isOwn(known)) return { person: known, linked: false };
  // An account that was removed or has left does not come back without an Admin.
  if (linked) throw new SignInRefusedError('ended');
  if (known) throw new SignInRefusedError('mailTaken');
  return undefined;
}

export type IdentifiedSignIn = { personId: string; events: DirectoryEvent[] };

const linkOf = (personId: string, { orgId, issuer, subject }: ProviderStatement): DirectoryEvent => ({
  type: 'IdentityLinked',
  data: { personId, orgId, issuer },
  personal: { subject },
});

/** A new account, which replaces an open invitation to the same address. @throws SignInRefusedError */
function addAccount(
  d: Directory,
  by: ProviderStatement,
  place: { personId: string; position: Position },
): IdentifiedSignIn {
  const { personId } = place;
  const { orgId, email, name } = by;
  if (email === undefined || !isEmail(email)) throw new SignInRefusedError('noMail');
  if (name === undefined) throw new SignInRefusedError('noName');
  const invited = [...d.invitations.values()].filter(
    one => one.orgId === orgId && one.email?.toLowerCase() === email.toLowerCase(),
  );
  const userName = freeLogin(d, email);
  try {
    assertUniqueAccount(d, { userName, email });
  } catch (cause) {
    throw new SignInRefusedError('mailTaken', { cause });
  }
  const data = { ...place, orgId, serves: [], trialUntil: null };
  const events: DirectoryEvent[] = [
    ...invited.map(one => ({ type: 'InvitationWithdrawn', data: { personId: one.personId } }) as const),
    { type: 'PersonAdded', data, personal: { userName, name, phone: null, email } },
    linkOf(personId, by),
  ];
  return { personId, events };
}

/**
 * Decides whose sign-in a provider's statement is: a linked account, one with the verified address, or a new one. The claim
 * must give the account's position, so that no provider gets the rights of an Admin that its table does not name.
 * @param newId id of the person, if there is none
 * @throws SignInRefusedError
 */
export function identifySignIn(d: Directory, by: ProviderStatement, newId: string): IdentifiedSignIn {
  const set = d.singleSignOn.get(by.orgId);
  if (!set || set.issuer !== by.issuer) throw new SignInRefusedError('unknown');
  const position = positionBy(set.positions, by.values);
  if (!position) throw new SignInRefusedError('noPosition');
  const account = accountOf(d, by);
  if (!account) return addAccount(d, by, { personId: newId, position });
  const { person, linked } = account;
  if (person.position !== position) throw new SignInRefusedError('otherPosition');
  return { personId: person.id, events: linked ? [] : [linkOf(person.id, by)] };
}
