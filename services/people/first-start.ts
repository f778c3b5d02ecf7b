/**
 * The first start of an installation: a single-use link to a page that creates the first organisation and its Admin.
 * Once an Admin exists, everything here is closed.
 */
import * as z from 'zod/mini';
import { emailSchema, personNameSchema, phoneSchema } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import { userNameSchema } from '#events/person/account-fields.ts';
import { assertUniqueAccount } from '#events/person/account-identity.ts';
import { type Directory, mainOrganisation } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import { organisationNamesSchema, timeZoneSchema } from '#events/person/organisation.ts';
import type { Ids } from '../clock/clock.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import { passwordSchema } from './account-schemas.ts';
import type { PasswordRules } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';
import type { SingleUseLinks } from './single-use-links.ts';

/** Address of the page. */
export const firstStartPath = '/firstStart';
/** Id of the first organisation, as `create-admin` names it. */
const FIRST_ORGANISATION = 'main';
/** The link's subject. An installation has only one valid link. */
const SUBJECT = 'installation';

const organisationFields = {
  nameEn: organisationNamesSchema.shape.en,
  nameZh: organisationNamesSchema.shape['zh-CN'],
  zone: timeZoneSchema,
};
const adminFields = {
  userName: userNameSchema,
  password: passwordSchema,
  passwordAgain: z.string(),
  name: personNameSchema,
  phone: z.optional(phoneSchema),
  email: z.optional(emailSchema),
};
const adminForm = z.strictObject(adminFields);
const firstForm = z.strictObject({ ...organisationFields, ...adminFields });

/** The installation's state that the page shows. */
type FirstStartFacts = {
  /** Name of the organisation if one exists already; then only its Admin is missing. */
  organisation: string | null;
};

export type FirstStart = {
  /** True while the installation has no Admin. */
  isOpen(): Promise<boolean>;
  /** Issues a token for the page's address, and invalidates the earlier one. */
  issue(): Promise<string>;
  /** Facts for the page of a valid token; undefined for any other token. */
  find(token: string): Promise<FirstStartFacts | undefined>;
  /**
   * Makes the organisation and its Admin, and uses the token up. @returns the Admin's id, or undefined if the token is
   * not valid. @throws Refusal badInput; notFound if an Admin exists
   */
  complete(token: string, input: unknown): Promise<string | undefined>;
};

type FirstStartDeps = {
  people: PeopleDirectory;
  passwords: Passwords;
  passwordRules: PasswordRules;
  links: SingleUseLinks;
  ids: Ids;
  audit: SecurityLog;
};

/**
 * True if an Admin exists, frozen or not. Otherwise freezing the only Admin would open the installation to a stranger.
 */
const hasAdmin = ({ people }: Directory) =>
  [...people.values()].some(p => p.position === 'Admin' && !p.removed);

/** The parsed form, with the event of the organisation if there is none. @throws Refusal badInput */
function parseForm(directory: Directory, input: unknown) {
  const existing = mainOrganisation(directory);
  if (existing) return { orgId: existing.orgId, organisation: [], admin: parse(adminForm, input) };
  const { nameEn, nameZh, zone, ...admin } = parse(firstForm, input);
  const names = { en: nameEn, 'zh-CN': nameZh };
  const data = { orgId: FIRST_ORGANISATION, name: nameZh, names, servedBy: FIRST_ORGANISATION, zone };
  return {
    orgId: FIRST_ORGANISATION,
    organisation: [{ type: 'OrganisationAdded', data }] satisfies DirectoryEvent[],
    admin,
  };
}

async function decide(
  { passwords, passwordRules }: FirstStartDeps,
  directory: Directory,
  { personId, input }: { personId: string; input: unknown },
): Promise<DirectoryEvent[]> {
  if (hasAdmin(directory)) throw new Refusal('notFound');
  const { orgId, organisation, admin } = parseForm(directory, input);
  const { userName, name, password, passwordAgain, phone: tel = null, email: mail = null } = admin;
  if (password !== passwordAgain) throw badField('passwordAgain', 'passwords-differ');
  assertUniqueAccount(directory, admin);
  const named = organisation[0]?.data ?? directory.organisations.get(orgId);
  await passwords.set(personId, passwordRules.check(password, { ...admin, organisation: named }));
  const data = { personId, orgId, position: 'Admin' as const, serves: [], trialUntil: null };
  return [
    ...organisation,
    { type: 'PersonAdded', data, personal: { userName, name, phone: tel, email: mail } },
  ];
}

export function createFirstStart(deps: FirstStartDeps): FirstStart {
  const { people, links, ids, audit } = deps;
  return {
    isOpen: async () => !hasAdmin(await people.current()),
    issue: () => links.issue('firstStart', { subject: SUBJECT, facts: null }),
    find: async token => {
      if (!(await links.peek('firstStart', token))) return undefined;
      return { organisation: mainOrganisation(await people.current())?.name ?? null };
    },
    complete: async (token, input) => {
      if (!(await links.peek('firstStart', token))) return undefined;
      const personId = ids.uuid();
      // Uses the link up only after the events are stored, so that an error of the form or of the disk leaves it valid.
      await people.change({
        by: 'system',
        commandId: ids.uuid(),
        decide: directory => decide(deps, directory, { personId, input }),
      });
      await links.withdraw('firstStart', SUBJECT);
      audit.note('accountCreated', { by: 'firstStart', person: personId });
      return personId;
    },
  };
}
