/** Accounts: the back office creates and changes people and organisations. */
import type * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { badField, Refusal } from '#events/errors.ts';
import { assertUniqueAccount } from '#events/person/account-identity.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import {
  assertAdminRemains,
  assertServedDoctors,
  endServiceOfAssistants,
  type HeldCaseCounts,
  type Membership,
  movePerson,
  requirePerson,
} from '#events/person/membership.ts';
import type { Organisation } from '#events/person/organisation.ts';
import type { Position } from '#events/person/position.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { CommandKey, CommandResult } from '../command/handler.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import type { accountChangeSchema } from './account-schemas.ts';
import type { NotebookKeys } from './notebook-keys.ts';
import type { PictureFiles } from './own-account.ts';
import { type PasswordRules, passwordOwnerOf } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';

type NewAccount = {
  /** Id of the new person. Default: a random uuid. */
  personId?: string;
  orgId: string;
  position: Position;
  userName: string;
  password: string;
  name: string;
  phone?: string | null;
  email?: string | null;
  address?: string | null;
  serves?: readonly string[];
  /** Starts a trial of 30 days. */
  trial?: boolean;
};

/** Changed fields; the others stay. */
type AccountChange = z.infer<typeof accountChangeSchema> & { address?: string | null };

/**
 * The acting person and the command's key. A repeated command runs once. `check` refuses a person without the right.
 * It runs within the decision, so that a repeated command gets its first answer even after the right has ended.
 */
export type AccountCommand = CommandKey & { by: string; check?: (directory: Directory) => void };
export type AccountResult = CommandResult<Directory>;

export type Accounts = {
  addOrganisation(order: AccountCommand, organisation: Organisation): Promise<AccountResult>;
  /** @throws Refusal userExists, phoneTaken, badInput */
  add(order: AccountCommand, account: NewAccount): Promise<AccountResult & { personId: string }>;
  /** A new password ends the person's sessions. @throws Refusal userUnknown, userExists, phoneTaken */
  change(order: AccountCommand, personId: string, change: AccountChange): Promise<AccountResult>;
  /** Ends the person's sessions at once, permanently. @throws Refusal userUnknown */
  freeze(order: AccountCommand, personId: string): Promise<AccountResult>;
  unfreeze(order: AccountCommand, personId: string): Promise<AccountResult>;
  /** Turns a trial into an account without an end. Changes nothing for other accounts. @throws Refusal userUnknown */
  makePermanent(order: AccountCommand, personId: string): Promise<AccountResult>;
  /**
   * Moves a person to another position or organisation. @param held reads the cases that belong to the person
   * @throws Refusal userUnknown, badInput
   */
  move(order: AccountCommand, id: string, to: Membership, held: () => HeldCaseCounts): Promise<AccountResult>;
  /** Removes the account and ends the person's sessions at once. Only the name remains. @throws Refusal userUnknown */
  remove(order: AccountCommand, personId: string): Promise<AccountResult>;
};

type AccountsDeps = {
  people: PeopleDirectory;
  passwords: Passwords;
  passwordRules: PasswordRules;
  sessions: Sessions;
  notebookKeys: Pick<NotebookKeys, 'endAll'>;
  clock: Clock;
  ids: Ids;
  audit: SecurityLog;
  factors: Pick<SecondFactors, 'removeAll' | 'pausePasskeys'>;
  pictures: Pick<PictureFiles, 'release'>;
};

function known(directory: Directory, personId: string, { check }: Pick<AccountCommand, 'check'>): Person {
  check?.(directory);
  return requirePerson(directory, personId);
}

/** Returns false for a repeated command, which the first call has logged already. */
export const isFirstCommandRun = ({ repeated, tried }: AccountResult) => !repeated || tried === true;

/**
 * Trap: a password is set while the command is decided, before its event. A command that is in the log is not decided
 * again, so repeating it never restores an old password. A command that crashed before its event sets the password
 * again.
 */
async function add(
  { people, passwords, passwordRules, clock, ids, audit }: AccountsDeps,
  order: AccountCommand,
  account: NewAccount,
): Promise<AccountResult & { personId: string }> {
  const { personId = ids.uuid(), orgId, position, serves = [], trial = false } = account;
  const trialUntil = trial ? new Date(clock.now() + limits.trialMs).toISOString() : null;
  const { userName: login, name, phone: tel = null, email: mail = null, address = null } = account;
  const personal = { userName: login, name, phone: tel, email: mail, address };
  const decide = async (directory: Directory): Promise<DirectoryEvent[]> => {
    order.check?.(directory);
    if (!directory.organisations.has(orgId)) throw badField('orgId', 'not-a-choice');
    assertUniqueAccount(directory, personal, personId);
    assertServedDoctors(directory, { orgId, position, serves });
    if (directory.people.has(personId)) throw new Refusal('userExists');
    const owner = passwordOwnerOf(directory, { ...personal, orgId });
    await passwords.set(personId, passwordRules.check(account.password, owner));
    const data = { personId, orgId, position, serves: [...serves], trialUntil };
    return [{ type: 'PersonAdded', data, personal }];
  };
  const done = await people.change({ ...order, decide });
  // Logs a new account, except the demo's people and the first Admin, which the program creates itself.
  if (isFirstCommandRun(done) && order.by !== 'system')
    audit.note('accountCreated', { by: order.by, person: personId });
  return { ...done, personId };
}

async function change(
  { people, passwords, passwordRules, sessions, notebookKeys, audit, factors }: AccountsDeps,
  order: AccountCommand,
  personId: string,
  { serves, password: secret, ...personal }: AccountChange,
): Promise<AccountResult> {
  const decide = async (directory: Directory): Promise<DirectoryEvent[]> => {
    const person = known(directory, personId, order);
    assertUniqueAccount(directory, personal, personId);
    assertServedDoctors(directory, { ...person, serves: serves ?? [] });
    const owner = passwordOwnerOf(directory, { ...person, ...personal });
    if (secret !== undefined) await passwords.set(personId, passwordRules.check(secret, owner));
    return [{ type: 'PersonChanged', data: { personId, ...(serves ? { serves } : {}) }, personal }];
  };
  const done = await people.change({ ...order, decide });
  const fields = [...Object.keys(personal), ...(serves ? ['serves'] : [])];
  const who = { by: order.by, person: personId };
  if (isFirstCommandRun(done)) {
    if (fields.length > 0) audit.note('accountChanged', { ...who, why: fields.sort().join('+') });
    if (secret !== undefined) audit.note('passwordSet', who);
  }
  if (secret !== undefined) {
    await factors.pausePasskeys(personId);
    await sessions.endAll(personId, order);
    await notebookKeys.endAll(personId, order);
  }
  return done;
}

/** Events that close an account, and the audit's word for each. */
const closings = { PersonFrozen: 'accountFrozen', PersonRemoved: 'accountRemoved' } as const;

/** Deletes a removed person's credentials and picture. */
async function forget(
  { passwords, factors, pictures }: AccountsDeps,
  personId: string,
  avatar: string | null,
): Promise<void> {
  await passwords.forget(personId);
  await factors.removeAll(personId);
  if (avatar !== null) await pictures.release(avatar);
}

async function close(
  deps: AccountsDeps,
  order: AccountCommand,
  personId: string,
  type: keyof typeof closings,
): Promise<AccountResult> {
  const { people, sessions, notebookKeys, audit } = deps;
  let avatar: string | null = null;
  const done = await people.change({
    ...order,
    decide: d => {
      const person = known(d, personId, order);
      assertAdminRemains(d, person);
      avatar = person.avatar;
      // Assistants of a removed doctor no longer act for the doctor.
      const served = type === 'PersonRemoved' ? endServiceOfAssistants(d, personId) : [];
      return [{ type, data: { personId } }, ...served];
    },
  });
  if (isFirstCommandRun(done)) audit.note(closings[type], { by: order.by, person: personId });
  await sessions.endAll(personId, order);
  await notebookKeys.endAll(personId, order);
  if (type === 'PersonRemoved') await forget(deps, personId, avatar);
  return done;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { people } = deps;
  return {
    add: (order, account) => add(deps, order, account),
    change: (order, personId, wanted) => change(deps, order, personId, wanted),
    freeze: (order, personId) => close(deps, order, personId, 'PersonFrozen'),
    move: async (order, personId, to, held) => {
      const done = await people.change({
        ...order,
        decide: d => {
          order.check?.(d);
          return movePerson(d, personId, to, held());
        },
      });
      if (isFirstCommandRun(done)) deps.audit.note('accountMoved', { by: order.by, person: personId });
      if (done.appended) await deps.notebookKeys.endAll(personId, order);
      return done;
    },
    remove: (order, personId) => close(deps, order, personId, 'PersonRemoved'),
    unfreeze: async (order, personId) => {
      const done = await people.change({
        ...order,
        decide: d => [{ type: 'PersonUnfrozen', data: { personId: known(d, personId, order).id } }],
      });
      if (isFirstCommandRun(done)) deps.audit.note('accountUnfrozen', { by: order.by, person: personId });
      return done;
    },
    makePermanent: async (order, personId) => {
      const done = await people.change({
        ...order,
        decide: d => {
          const person = known(d, personId, order);
          const data = { personId: person.id };
          return person.trialUntil === null ? [] : [{ type: 'AccountMadePermanent', data }];
        },
      });
      if (isFirstCommandRun(done) && done.appended)
        deps.audit.note('accountPermanent', { by: order.by, person: personId });
      return done;
    },
    addOrganisation: (order, organisation) =>
      people.change({
        ...order,
        decide: directory => {
          if (directory.organisations.has(organisation.orgId)) throw badField('orgId', 'taken');
          return [{ type: 'OrganisationAdded', data: organisation }];
        },
      }),
  };
}
