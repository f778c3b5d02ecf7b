/** Which account a login, phone or e-mail names. Each names at most one person of the directory. */
import { badField, Refusal } from '../errors.ts';
import { isEmail, normaliseContact } from './contact.ts';
import type { Directory, Person } from './directory.ts';
import { lookAlikeKey } from './look-alikes.ts';

// The contacts of an erased or removed person are empty and identify no one.
/** True if two logins, phones or e-mails are the same account, ignoring case. */
const isSameAccount = (a: string | null | undefined, b: string | null | undefined): boolean =>
  !!a && !!b && a.toLowerCase() === b.toLowerCase();
const sameContact = (a: string | null | undefined, b: string | null | undefined) =>
  !!a && !!b && normaliseContact(a) === normaliseContact(b);

/** True if the text is this person's login, phone or e-mail. A login may equal another's phone, so all three are compared. */
const isAccountOf = (p: Person, account: string | null | undefined) =>
  isSameAccount(p.userName, account) || sameContact(p.phone, account) || isSameAccount(p.email, account);

/** Finds a person by login, phone or e-mail, ignoring case. */
export function findByAccount(d: Directory, account: string): Person | undefined {
  return [...d.people.values()].find(p => isAccountOf(p, account));
}

/** True for another spelling of this person's login that people read as the same. */
const looksAlike = (p: Person, userName: string | undefined) =>
  !!userName && !!p.userName && lookAlikeKey(p.userName) === lookAlikeKey(userName);

/** Finds the person whose confirmed phone or e-mail this is. Another person's login may look like it. */
export const findByContact = (d: Directory, address: string): Person | undefined =>
  [...d.people.values()].find(p => sameContact(isEmail(address) ? p.email : p.phone, address));

/** Rejects a login that could be an address. @throws Refusal badInput for one without a letter, or with an `@` */
function assertNoContact(userName: string): void {
  // An erased person's login is empty.
  if (userName === '') return;
  if (isEmail(userName) || !/\p{L}/u.test(userName)) throw badField('userName', 'user-name-contact');
}

/**
 * Requires a unique login, phone and e-mail. A new login that looks like a phone or an e-mail is refused too, because
 * it might be another person's; an existing one stays.
 * @throws Refusal userExists or phoneTaken if another person has the login, a look-alike, the phone or the e-mail
 */
export function assertUniqueAccount(
  d: Directory,
  who: Partial<Pick<Person, 'userName' | 'phone' | 'email'>>,
  self?: string,
): void {
  if (who.userName !== undefined && who.userName !== d.people.get(self ?? '')?.userName)
    assertNoContact(who.userName);
  for (const p of d.people.values()) {
    if (p.id === self) continue;
    if (isAccountOf(p, who.userName) || looksAlike(p, who.userName))
      throw new Refusal('userExists', { issues: [{ path: 'userName', issue: 'taken' }] });
    if (isAccountOf(p, who.phone))
      throw new Refusal('phoneTaken', { issues: [{ path: 'phone', issue: 'taken' }] });
    if (isAccountOf(p, who.email))
      throw new Refusal('userExists', { issues: [{ path: 'email', issue: 'taken' }] });
  }
}
