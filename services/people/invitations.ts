/**
 * Invitations to an account. The invited person chooses the password, so no Admin ever knows it. A follower of the log
 * sends the link by mail or text message (effects/invitations.ts).
 */
import * as z from 'zod/mini';
import { personNameSchema } from '#events/case/fields.ts';
import { badField, isRefusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import { userNameSchema } from '#events/person/account-fields.ts';
import type { Directory } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import type { Invitation } from '#events/person/invitation.ts';
import {
  acceptInvitation,
  inviteMembers,
  type NewInvitation,
  renewInvitation,
  requireOpenInvitation,
  withdrawInvitation,
} from '#events/person/membership.ts';
import { organisationName } from '#events/person/organisation.ts';
import type { Ids } from '../clock/clock.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import type { Vault } from '../vault/port.ts';
import { passwordSchema } from './account-schemas.ts';
import { type AccountCommand, type AccountResult, isFirstCommandRun } from './accounts.ts';
import { createInvitationSendingStore, type InvitationSendingStore } from './invitation-sendings.ts';
import { type CheckedPassword, type PasswordRules, passwordOwnerOf } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';
import type { SingleUseLinks } from './single-use-links.ts';

/** Address of the page that accepts an invitation. */
export const invitationPath = '/invitation';

const acceptForm = z.strictObject({
  userName: userNameSchema,
  password: passwordSchema,
  passwordAgain: z.string(),
  name: personNameSchema,
});

/** Content of the page of a valid link. */
type InvitedFacts = Pick<Invitation, 'name' | 'position' | 'lang'> & {
  /** The organisation's name in both languages. */
  organisation: { en: string; 'zh-CN': string };
};

export type Invitations = {
  /** Invites either all people or none. @throws Refusal badInput, userExists */
  invite(order: AccountCommand, wanted: readonly NewInvitation[]): Promise<AccountResult>;
  /** Sends an invitation again, with a new link. @throws Refusal userUnknown */
  renew(order: AccountCommand, personId: string): Promise<AccountResult>;
  /** Withdraws an invitation and invalidates its link at once. @throws Refusal userUnknown */
  withdraw(order: AccountCommand, personId: string): Promise<AccountResult>;
  /** Facts of a valid link; undefined for any other. */
  find(token: string): Promise<InvitedFacts | undefined>;
  /** Makes the account. @returns the person's id; undefined if the link is not valid. @throws Refusal badInput, userExists */
  accept(token: string, input: unknown): Promise<string | undefined>;
  /** Issues the link of an invitation's message, and invalidates the earlier one. */
  link(personId: string): Promise<string>;
  sendings: InvitationSendingStore;
};

type InvitationsDeps = {
  people: PeopleDirectory;
  passwords: Passwords;
  passwordRules: PasswordRules;
  links: SingleUseLinks;
  vault: Vault;
  ids: Ids;
  audit: SecurityLog;
};

const namesIn = ({ organisations }: Directory, orgId: string) => {
  const organisation = organisations.get(orgId);
  return {
    en: organisation ? organisationName(organisation, 'en') : '',
    'zh-CN': organisation ? organisationName(organisation, 'zh-CN') : '',
  };
};

async function accept(
  { people, passwords, passwordRules, links, ids, audit }: Omit<InvitationsDeps, 'vault'>,
  sendings: InvitationSendingStore,
  { token, input }: { token: string; input: unknown },
): Promise<string | undefined> {
  const link = await links.peek('invitation', token);
  if (!link) return undefined;
  const personId = link.subject;
  let chosen: CheckedPassword | undefined;
  try {
    await people.change({
      by: personId,
      commandId: ids.uuid(),
      decide: async directory => {
        const open = requireOpenInvitation(directory, personId);
        const { password, passwordAgain, ...account } = parse(acceptForm, input);
        if (password !== passwordAgain) throw badField('passwordAgain', 'passwords-differ');
        const events = acceptInvitation(directory, personId, account);
        chosen = passwordRules.check(password, passwordOwnerOf(directory, { ...open, ...account }));
        return events;
      },
    });
  } catch (error) {
    // The invitation was withdrawn, or accepted by another form that was sent at the same time.
    if (isRefusal(error) && error.refusal === 'userUnknown') return undefined;
    throw error;
  }
  // Trap: the password is set after the event, because only one of two forms sent at once creates the account. After a
  // crash in between, the person sets a password by the link for a forgotten one.
  if (chosen) await passwords.set(personId, chosen);
  await links.withdraw('invitation', personId);
  await sendings.delete(personId);
  audit.note('accountCreated', { by: personId, person: personId });
  return personId;
}

/** The decision, after the order's check of the acting person's rights. */
const checked =
  ({ check }: AccountCommand, decide: (directory: Directory) => DirectoryEvent[]) =>
  (directory: Directory) => {
    check?.(directory);
    return decide(directory);
  };

export function createInvitations(deps: InvitationsDeps): Invitations {
  const { people, links, audit } = deps;
  const sendings = createInvitationSendingStore(deps.vault);
  const note = (
    done: AccountResult,
    event: 'accountInvited' | 'invitationWithdrawn',
    by: string,
    person: string,
  ) => {
    if (isFirstCommandRun(done)) audit.note(event, { by, person });
  };
  return {
    invite: async (order, wanted) => {
      const done = await people.change({
        ...order,
        decide: checked(order, directory => inviteMembers(directory, wanted)),
      });
      for (const { personId } of wanted) note(done, 'accountInvited', order.by, personId);
      return done;
    },
    renew: async (order, personId) => {
      const done = await people.change({
        ...order,
        decide: checked(order, d => renewInvitation(d, personId)),
      });
      note(done, 'accountInvited', order.by, personId);
      return done;
    },
    withdraw: async (order, personId) => {
      const done = await people.change({
        ...order,
        decide: checked(order, d => withdrawInvitation(d, personId)),
      });
      await links.withdraw('invitation', personId);
      await sendings.delete(personId);
      note(done, 'invitationWithdrawn', order.by, personId);
      return done;
    },
    find: async token => {
      const link = await links.peek('invitation', token);
      const directory = await people.current();
      const open = link && directory.invitations.get(link.subject);
      if (!open) return undefined;
      const { name, position, lang } = open;
      return { name, position, lang, organisation: namesIn(directory, open.orgId) };
    },
    accept: (token, input) => accept(deps, sendings, { token, input }),
    link: personId => links.issue('invitation', { subject: personId, facts: null }),
    sendings,
  };
}
