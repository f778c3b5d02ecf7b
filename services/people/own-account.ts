/**
 * A person's own account: password, name and login, phone and e-mail, picture. Changes of the facts that decide who
 * may sign in require the current password (ASVS 7.5.1). Wrong passwords here are counted together with those of
 * sign-ins.
 */
import * as z from 'zod/mini';
import { emailSchema, idSchema, personNameSchema, phoneSchema } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import { mailCodeInputSchema } from '#events/mail/preferences.ts';
import { userNameSchema } from '#events/person/account-fields.ts';
import { assertUniqueAccount } from '#events/person/account-identity.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import type { CommandKey } from '../command/handler.ts';
import type { SecurityEvent, SecurityLog } from '../logging/security-log.ts';
import { passwordSchema } from './account-schemas.ts';
import { type AccountResult, isFirstCommandRun } from './accounts.ts';
import type { ContactCodes } from './contact-codes.ts';
import { type PasswordRules, passwordOwnerOf } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import type { SignInFailures } from './sign-in-failures.ts';

/** Does not check the format, because older passwords may follow another rule. */
const typedPassword = z.string().check(z.minLength(1), z.maxLength(200));

export const passwordChangeSchema = z.strictObject({ oldPassword: typedPassword, password: passwordSchema });
/** A change of the login requires the password; a change of the name does not. */
export const profileChangeSchema = z.strictObject({
  name: z.optional(personNameSchema),
  userName: z.optional(userNameSchema),
  oldPassword: z.optional(typedPassword),
});
const confirmation = { ...mailCodeInputSchema._zod.def.shape, oldPassword: typedPassword };
export const phoneChangeSchema = z.strictObject({ phone: phoneSchema, ...confirmation });
export const emailChangeSchema = z.strictObject({ email: emailSchema, ...confirmation });
export const avatarSchema = z.strictObject({ file: idSchema });

type ContactChange = z.infer<typeof phoneChangeSchema> | z.infer<typeof emailChangeSchema>;

/** Who changes the own account: the session, and the device if this person has used it before. */
export type OwnAccountActor = Pick<Session, 'person' | 'sessionId' | 'held'> & { device?: string };

export type OwnAccountCommands = {
  /** False for a person who has only signed in at an identity provider. */
  hasPassword(personId: string): Promise<boolean>;
  /** Checks the current password. @throws Refusal badInput at `oldPassword`, also if there is none; userFrozen after five wrong ones */
  confirm(self: OwnAccountActor, password: string | undefined): Promise<void>;
  /** Ends the person's other sessions. @throws Refusal as `confirm` */
  changePassword(
    self: OwnAccountActor,
    key: CommandKey,
    change: z.infer<typeof passwordChangeSchema>,
  ): Promise<AccountResult>;
  /** @throws Refusal as `confirm`, if the login changes; userExists */
  changeProfile(
    self: OwnAccountActor,
    key: CommandKey,
    change: z.infer<typeof profileChangeSchema>,
  ): Promise<AccountResult>;
  /** @throws Refusal as `confirm`; wrongCode; phoneTaken, userExists */
  changeContact(self: OwnAccountActor, key: CommandKey, change: ContactChange): Promise<AccountResult>;
  /** @param file an own upload of a picture; null removes the picture. @throws Refusal badInput at `file` */
  changeAvatar(self: OwnAccountActor, key: CommandKey, file: string | null): Promise<AccountResult>;
};

/** The files of people's pictures, or of logos. */
export type PictureFiles = {
  /** Keeps a person's upload. @throws Refusal badInput at `file` if it is not theirs, or no picture for an account */
  keep(personId: string, file: string): Promise<void>;
  /** Stops keeping a picture. The sweep of unused uploads then deletes it. */
  release(file: string): Promise<void>;
};

type OwnAccountDeps = {
  people: PeopleDirectory;
  passwords: Passwords;
  passwordRules: PasswordRules;
  tries: SignInAttempts;
  sessions: Sessions;
  codes: Pick<ContactCodes, 'check'>;
  pictures: PictureFiles;
  audit: SecurityLog;
  failures: Pick<SignInFailures, 'note'>;
};

const hasPassword = async (passwords: Passwords, personId: string) =>
  (await passwords.versionOf(personId)) !== undefined;

async function confirm(
  { tries, passwords, audit, failures }: OwnAccountDeps,
  self: OwnAccountActor,
  password: string | undefined,
) {
  if (password === undefined) throw badField('oldPassword', 'required');
  const { person, device } = self;
  // People who sign in by their organisation's provider have no password. This refusal tells them what to do instead.
  if (!(await hasPassword(passwords, person.id))) throw badField('oldPassword', 'password-none');
  const tried = await tries.attempt(
    { personId: person.id, account: person.userName, device },
    async () => (await passwords.check(person.id, password)) !== undefined,
  );
  const facts = { by: person.id, account: person.userName };
  if (tried === 'frozen') {
    audit.note('lockedOut', facts);
    failures.note({ why: 'frozen', personId: person.id });
    throw new Refusal('userFrozen');
  }
  if (tried === 'right') return;
  audit.note('wrongPassword', facts);
  failures.note({ why: 'password', personId: person.id });
  throw badField('oldPassword', 'password-wrong');
}

/**
 * Runs a check once even if a command that lost a race is decided again, because a code or an old password works only
 * once.
 */
function once(check: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= check();
    return done;
  };
}

type Change = {
  /** Checks that are made once per command. */
  check: () => Promise<void>;
  events: (directory: Directory) => DirectoryEvent[];
  audit: SecurityEvent;
  why?: string;
};

async function run(
  { people, audit }: OwnAccountDeps,
  { person }: OwnAccountActor,
  key: CommandKey,
  { check, events, ...line }: Change,
): Promise<AccountResult> {
  const checked = once(check);
  const done = await people.change({
    ...key,
    by: person.id,
    decide: async directory => {
      await checked();
      return events(directory);
    },
  });
  if (isFirstCommandRun(done)) audit.note(line.audit, { by: person.id, person: person.id, why: line.why });
  return done;
}

type Personal = Partial<Pick<Person, 'name' | 'userName' | 'phone' | 'email'>>;

/** The event that changes personal facts, if they are unique. */
const changed = (directory: Directory, personId: string, personal: Personal): DirectoryEvent[] => {
  assertUniqueAccount(directory, personal, personId);
  return [{ type: 'PersonChanged', data: { personId }, personal }];
};

const changePassword =
  (deps: OwnAccountDeps): OwnAccountCommands['changePassword'] =>
  async (self, key, { oldPassword, password }) => {
    const personId = self.person.id;
    const done = await run(deps, self, key, {
      // Trap: the password is set before its event, as in accounts.ts.
      check: async () => {
        await confirm(deps, self, oldPassword);
        const owner = passwordOwnerOf(await deps.people.current(), self.person);
        await deps.passwords.set(personId, deps.passwordRules.check(password, owner));
      },
      events: () => [{ type: 'PersonChanged', data: { personId }, personal: {} }],
      audit: 'passwordChanged',
    });
    // The check above has already asked for the old password.
    await deps.sessions.own.endOthers(self, { ...key, by: personId, confirm: async () => undefined });
    return done;
  };

const changeProfile =
  (deps: OwnAccountDeps): OwnAccountCommands['changeProfile'] =>
  async (self, key, { oldPassword, ...personal }) => {
    const { id: personId, userName } = self.person;
    const isRenamed = personal.userName !== undefined && personal.userName !== userName;
    return run(deps, self, key, {
      check: async () => {
        if (isRenamed) await confirm(deps, self, oldPassword);
      },
      events: directory => changed(directory, personId, personal),
      audit: 'accountChanged',
      why: Object.keys(personal).sort().join('+'),
    });
  };

const changeContact =
  (deps: OwnAccountDeps): OwnAccountCommands['changeContact'] =>
  async (self, key, { code, oldPassword, ...contact }) => {
    const personId = self.person.id;
    const address = 'phone' in contact ? contact.phone : contact.email;
    return run(deps, self, key, {
      // Checks the code before uniqueness, so that only the owner of a phone learns that its number is taken.
      check: async () => {
        await confirm(deps, self, oldPassword);
        if (!(await deps.codes.check({ purpose: 'contact', address, personId }, code)))
          throw new Refusal('wrongCode', { issues: [{ path: 'code', issue: 'code-wrong' }] });
      },
      events: directory => changed(directory, personId, contact),
      audit: 'accountChanged',
      why: Object.keys(contact).join('+'),
    });
  };

const changeAvatar =
  (deps: OwnAccountDeps): OwnAccountCommands['changeAvatar'] =>
  async (self, key, file) => {
    const personId = self.person.id;
    let before: string | null = null;
    const done = await run(deps, self, key, {
      // Keeps the file before the event. A crash in between leaves an unused file, but never a picture whose file is
      // swept.
      check: async () => {
        if (file !== null) await deps.pictures.keep(personId, file);
      },
      events: ({ people }) => {
        before = people.get(personId)?.avatar ?? null;
        return before === file
          ? []
          : [{ type: 'PersonChanged', data: { personId, avatar: file }, personal: {} }];
      },
      audit: 'accountChanged',
      why: 'avatar',
    });
    if (before !== null && before !== file) await deps.pictures.release(before);
    return done;
  };

export function createOwnAccountCommands(deps: OwnAccountDeps): OwnAccountCommands {
  return {
    hasPassword: personId => hasPassword(deps.passwords, personId),
    confirm: (self, password) => confirm(deps, self, password),
    changePassword: changePassword(deps),
    changeProfile: changeProfile(deps),
    changeContact: changeContact(deps),
    changeAvatar: changeAvatar(deps),
  };
}
