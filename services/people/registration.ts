/**
 * Registration: creates a Doctor on trial for 30 days, in an organisation of the Doctor's own that the main
 * organisation serves (decision 57). The address that received the code becomes the account's; the other address stays
 * unconfirmed and identifies nobody.
 */
import * as z from 'zod/mini';
import { emailSchema, lineSchemaUpTo, personNameSchema, phoneSchema } from '#events/case/fields.ts';
import { limits } from '#events/case/limits.ts';
import { badField, type ErrorName, Refusal } from '#events/errors.ts';
import { mailCodeInputSchema } from '#events/mail/preferences.ts';
import { userNameSchema } from '#events/person/account-fields.ts';
import { assertUniqueAccount } from '#events/person/account-identity.ts';
import { isEmail } from '#events/person/contact.ts';
import { type Directory, mainOrganisation } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import { privacyNoticeVersion, termsOfUseVersion } from '#events/person/terms.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import { passwordSchema } from './account-schemas.ts';
import type { ContactCodes } from './contact-codes.ts';
import type { PasswordRules } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';

const CLINIC_MOST = 100;
/**
 * Name of a trial's organisation if the form has none. It is never the person's name, because an organisation's name
 * is not encrypted.
 */
const unnamed = { name: '试用诊所', names: { en: 'Trial clinic', 'zh-CN': '试用诊所' } };
/**
 * A login has only letters that have no look-alikes in the other script. It has at least one letter, so it is not a
 * phone number.
 */
const openUserName = /^(?=.*[A-Za-z\p{Script=Han}])[A-Za-z0-9\p{Script=Han}._-]+$/u;

export const registrationSchema = z.strictObject({
  ...mailCodeInputSchema.shape,
  userName: userNameSchema.check(z.regex(openUserName, { error: 'user-name-open' })),
  password: passwordSchema,
  passwordAgain: z.optional(z.string().check(z.maxLength(200))),
  name: personNameSchema,
  phone: z.optional(phoneSchema),
  email: z.optional(emailSchema),
  /** Default: a name that says that it is a trial. */
  clinic: z.optional(lineSchemaUpTo(CLINIC_MOST)),
  /** Version of the terms that the person has accepted; empty: none. Default: the current one. */
  terms: z.optional(z.string().check(z.maxLength(20))),
});
type RegistrationForm = z.infer<typeof registrationSchema>;

export type RegistrationCommands = {
  /**
   * @returns the new person's id
   * @throws Refusal wrongCode; with the right code phoneTaken, userExists; badInput; notFound without a main organisation
   */
  register(form: RegistrationForm): Promise<string>;
};

type RegistrationDeps = {
  people: PeopleDirectory;
  passwords: Passwords;
  passwordRules: PasswordRules;
  codes: Pick<ContactCodes, 'examine' | 'check'>;
  clock: Clock;
  ids: Ids;
  audit: SecurityLog;
};

type Confirmed = { address: string; unconfirmed?: string };

/** Refuses a code at its field. */
export const createCodeRefusal = (why: 'wrong' | 'over', name: ErrorName = 'wrongCode'): Refusal =>
  new Refusal(name, { issues: [{ path: 'code', issue: `code-${why}` }] });

const registering = (address: string) => ({ purpose: 'register', address }) as const;

/** Returns the address that received the code. @throws Refusal wrongCode */
async function confirmed(
  { codes }: RegistrationDeps,
  { code, ...given }: RegistrationForm,
): Promise<Confirmed> {
  const addresses = [given.phone, given.email].filter(address => address !== undefined);
  let why: 'wrong' | 'over' = 'wrong';
  for (const address of addresses) {
    const found = await codes.examine(registering(address), code);
    if (found === 'right') return { address, unconfirmed: addresses.find(other => other !== address) };
    if (found === 'over') why = found;
  }
  throw createCodeRefusal(why);
}

/** @throws Refusal badInput */
function checkForm({ password, passwordAgain, terms, ...given }: RegistrationForm): void {
  if (passwordAgain !== undefined && passwordAgain !== password)
    throw badField('passwordAgain', 'passwords-differ');
  if (given.phone === undefined && given.email === undefined) throw badField('phone', 'required');
  if (terms !== undefined && terms !== termsOfUseVersion)
    throw badField('terms', terms === '' ? 'terms-required' : 'terms-outdated');
}

type Trial = { personId: string; orgId: string; trialUntil: string };

/** @throws Refusal notFound if nobody could serve the new organisation */
function eventsOf(
  directory: Directory,
  { personId, orgId, trialUntil }: Trial,
  { address, unconfirmed }: Confirmed,
  { userName, name, clinic }: RegistrationForm,
): DirectoryEvent[] {
  const main = mainOrganisation(directory);
  if (!main) throw new Refusal('notFound');
  const contact = isEmail(address) ? { phone: null, email: address } : { phone: address, email: null };
  const account = { userName, ...contact };
  assertUniqueAccount(directory, account);
  const organisation = clinic === undefined ? unnamed : { name: clinic };
  return [
    { type: 'OrganisationAdded', data: { orgId, ...organisation, servedBy: main.orgId, zone: main.zone } },
    {
      type: 'PersonAdded',
      data: { personId, orgId, position: 'Doctor', serves: [], trialUntil },
      personal: { ...account, name, ...(unconfirmed === undefined ? {} : { unconfirmed }) },
    },
    { type: 'TermsAccepted', data: { personId, terms: termsOfUseVersion, privacy: privacyNoticeVersion } },
  ];
}

export function createRegistrationCommands(deps: RegistrationDeps): RegistrationCommands {
  const { people, passwords, passwordRules, codes, clock, ids, audit } = deps;
  return {
    register: async form => {
      checkForm(form);
      const contact = await confirmed(deps, form);
      const trialUntil = new Date(clock.now() + limits.trialMs).toISOString();
      const trial = { personId: ids.uuid(), orgId: ids.uuid(), trialUntil };
      const { personId } = trial;
      let used: Promise<boolean> | undefined;
      await people.change({
        by: personId,
        commandId: ids.uuid(),
        decide: async directory => {
          const events = eventsOf(directory, trial, contact, form);
          const organisation = form.clinic === undefined ? undefined : { name: form.clinic };
          const password = passwordRules.check(form.password, { ...form, organisation });
          // Uses the code up once, and only after everything else has been checked, so that only one of two requests
          // with one code succeeds.
          used ??= codes.check(registering(contact.address), form.code);
          if (!(await used)) throw createCodeRefusal('wrong');
          await passwords.set(personId, password);
          return events;
        },
      });
      audit.note('accountCreated', { by: personId, person: personId, why: 'registration' });
      return personId;
    },
  };
}
