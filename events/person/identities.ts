/** The directory's fold of single sign-on: settings by organisation, and people by the identities of their providers. */
import type { Directory } from './directory.ts';
import type { DirectoryEvent } from './events.ts';

export type IdentityKey = { orgId: string; issuer: string; subject: string };

/** Includes the organisation, because two organisations' providers may use the same subject, even at one issuer. */
const keyOf = ({ orgId, issuer, subject }: IdentityKey) => JSON.stringify([orgId, issuer, subject]);

type SingleSignOnEvent = Extract<
  DirectoryEvent,
  { type: 'SingleSignOnSet' | 'SingleSignOnRemoved' | 'IdentityLinked' }
>;

export function evolveSingleSignOn(d: Directory, e: SingleSignOnEvent): Directory {
  if (e.type === 'IdentityLinked') {
    const { personId, ...by } = e.data;
    // The subject of an erased identity is empty and must match no sign-in.
    if (e.personal.subject === '') return d;
    return { ...d, identities: new Map(d.identities).set(keyOf({ ...by, ...e.personal }), personId) };
  }
  const singleSignOn = new Map(d.singleSignOn);
  if (e.type === 'SingleSignOnRemoved') singleSignOn.delete(e.data.orgId);
  else {
    const { orgId, ...settings } = e.data;
    singleSignOn.set(orgId, settings);
  }
  return { ...d, singleSignOn };
}

/** Finds the person to whom an identity was linked, also if the account has been removed or moved. */
export const linkedPerson = ({ people, identities }: Directory, key: IdentityKey) =>
  people.get(identities.get(keyOf(key)) ?? '');
