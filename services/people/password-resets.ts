/**
 * Forgotten passwords. A code or a link, sent to a confirmed address of the account, sets a new password (ASVS 6.4.3).
 * It does not sign in, so a second factor is still required.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { emailSchema, phoneSchema } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import { mailCodeInputSchema } from '#events/mail/preferences.ts';
import { findByAccount, findByContact } from '#events/person/account-identity.ts';
import { isEmail } from '#events/person/contact.ts';
import type { Person } from '#events/person/directory.ts';
import type { Ids } from '../clock/clock.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import { passwordSchema } from './account-schemas.ts';
import type { ContactCodes } from './contact-codes.ts';
import type { NotebookKeys } from './notebook-keys.ts';
import { type CheckedPassword, type PasswordRules, passwordOwnerOf } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';
import { createCodeRefusal } from './registration.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import type { LinkFacts, SingleUseLinks } from './single-use-links.ts';

export const passwordResetSchema = z.strictObject({
  /** Login, phone or e-mail, in place of `phone` and `email`. */
  userName: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
  phone: z.optional(phoneSchema),
  email: z.optional(emailSchema),
  code: z.optional(mailCodeInputSchema.shape.code),
  /** Token of a link, instead of an account and a code. */
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  password: passwordSchema,
  passwordAgain: z.optional(z.string().check(z.maxLength(200))),
});
type ResetForm = z.infer<typeof passwordResetSchema>;

export type PasswordResets = {
  /**
   * Sets the password, ends the account's sessions and resets its count of wrong passwords.
   * @returns the person
   * @throws Refusal wrongCode, also for an account that does not exist; badInput
   */
  reset(form: ResetForm): Promise<Person>;
  /** A link's token for the owner of an address; undefined without an account. Invalidates the earlier link. */
  issueLink(address: string): Promise<{ person: Person; token: string } | undefined>;
  /** The person whom a valid link's token names. */
  find(token: string): Promise<Person | undefined>;
};

type ResetDeps = {
  people: PeopleDirectory;
  passwords: Passwords;
  passwordRules: PasswordRules;
  codes: Pick<ContactCodes, 'examine' | 'check'>;
  links: SingleUseLinks;
  tries: SignInAttempts;
  factors: Pick<SecondFactors, 'pausePasskeys'>;
  sessions: Pick<Sessions, 'endAll'>;
  notebookKeys: Pick<NotebookKeys, 'endAll'>;
  ids: Ids;
  audit: SecurityLog;
};

const forgotten = (address: string) => ({ purpose: 'forgotPwd', address }) as const;

/** The account that a form names, and its addresses that may have received the code. */
async function accountOf({ people }: ResetDeps, form: ResetForm) {
  const directory = await people.current();
  const address = form.phone ?? form.email;
  if (address !== undefined) return { person: findByContact(directory, address), addresses: [address] };
  if (form.userName === undefined) throw badField('userName', 'required');
  const person = findByAccount(directory, form.userName);
  // Always returns two addresses, made-up ones without an account, so that the time of the answer does not reveal which accounts exist.
  const addresses = [person?.phone, person?.email].map((known, i) => known ?? `${i} ${form.userName}`);
  return { person, addresses };
}

type Reset = { person: Person; password: CheckedPassword };

/** @throws Refusal badInput at `password` */
const checkedBy = async ({ people, passwordRules }: ResetDeps, person: Person, password: string) =>
  passwordRules.check(password, passwordOwnerOf(await people.current(), person));

/**
 * Finds the person by account and code, and uses the code up. Also returns the checked new password.
 * @throws Refusal wrongCode, badInput
 */
async function byCode(deps: ResetDeps, form: ResetForm): Promise<Reset> {
  const { code } = form;
  const { person, addresses } = await accountOf(deps, form);
  if (code === undefined) throw badField('code', 'required');
  const found = [];
  for (const address of addresses) found.push(await deps.codes.examine(forgotten(address), code));
  const address = addresses[found.indexOf('right')];
  if (person && address !== undefined) {
    // Checks the password before the code is used up, so that another password can be sent with the same code.
    const password = await checkedBy(deps, person, form.password);
    if (await deps.codes.check(forgotten(address), code)) return { person, password };
  }
  // Only a person who names the account's address learns that its code has expired.
  throw createCodeRefusal(form.userName === undefined && found[0] === 'over' ? 'over' : 'wrong');
}

/** Returns the state to which a link is bound: the password, and the mailbox that received the link. */
async function stateOf({ passwords }: Pick<ResetDeps, 'passwords'>, { id, email: address }: Person) {
  const version = (await passwords.versionOf(id)) ?? null;
  return createHash('sha256')
    .update(JSON.stringify([version, address]))
    .digest('base64url');
}

/** Returns the person of a link's facts, if neither password nor e-mail has changed since the link was sent. */
async function personOf(deps: ResetDeps, link: LinkFacts | undefined) {
  const person = link && (await deps.people.current()).people.get(link.subject);
  return person && (await stateOf(deps, person)) === link.facts ? person : undefined;
}

/** @throws Refusal badInput */
async function byLink(deps: ResetDeps, token: string, wanted: string): Promise<Reset> {
  // Reads the link before it is redeemed, so that a refused password does not use up a valid link.
  const named = await personOf(deps, await deps.links.peek('forgotPwd', token));
  const password = named && (await checkedBy(deps, named, wanted));
  const person = named && (await personOf(deps, await deps.links.redeem('forgotPwd', token)));
  if (!person || !password) throw badField('token', 'link-over');
  return { person, password };
}

async function setPassword(deps: ResetDeps, { person, password }: Reset, why: 'code' | 'link') {
  const { people, passwords, tries, factors, sessions, notebookKeys, ids, audit } = deps;
  const personId = person.id;
  const order = { by: personId, commandId: ids.uuid() };
  await people.change({
    ...order,
    // Trap: the password is set before its event, as in accounts.ts.
    decide: async directory => {
      if (directory.people.get(personId)?.removed !== false) throw new Refusal('userUnknown');
      await passwords.set(personId, password);
      return [{ type: 'PersonChanged', data: { personId }, personal: {} }];
    },
  });
  audit.note('passwordReset', { by: personId, person: personId, why });
  await tries.forget(personId);
  await factors.pausePasskeys(personId);
  await sessions.endAll(personId, order);
  await notebookKeys.endAll(personId, order);
}

export function createPasswordResets(deps: ResetDeps): PasswordResets {
  const { people, links } = deps;
  return {
    reset: async form => {
      const { password, passwordAgain = password, token } = form;
      if (passwordAgain !== password) throw badField('passwordAgain', 'passwords-differ');
      const reset = await (token === undefined ? byCode(deps, form) : byLink(deps, token, password));
      await setPassword(deps, reset, token === undefined ? 'code' : 'link');
      return reset.person;
    },
    issueLink: async address => {
      const person = isEmail(address) ? findByContact(await people.current(), address) : undefined;
      if (!person) return undefined;
      const facts = await stateOf(deps, person);
      return { person, token: await links.issue('forgotPwd', { subject: person.id, facts }) };
    },
    find: async token => personOf(deps, await links.peek('forgotPwd', token)),
  };
}
