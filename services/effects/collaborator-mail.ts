/**
 * Mails invitations to a case. The link leads to a page that everybody may open. Only a person who has confirmed the
 * address can accept the invitation, with an account or by registering one. The mail names no patient. Following the
 * log only notes which mails are due, so an address whose server never accepts a mail delays no other mail.
 */
import type { Recorded } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import { isBeforeCollaborationEnd } from '#events/person/collaboration.ts';
import { directoryStream } from '#events/person/events.ts';
import { recordOf } from '#events/streams.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import { collaboratorMail } from '../mail/mail-texts.ts';
import { type Mail, MailFailedError } from '../mail/port.ts';
import type { ContactCodes } from '../people/contact-codes.ts';
import {
  createInvitationSendingStore,
  type InvitationSending,
  type InvitationSendingStore,
} from '../people/invitation-sendings.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import { type FollowerDeps, type RunningFollower, startFollower } from './follower.ts';
import { mailRetryDelaysMs } from './mail.ts';

export type CollaboratorMailDeps = FollowerDeps & {
  people: Pick<PeopleDirectory, 'current'>;
  mail: Mail;
  /** Limits the messages to an address. */
  contactCodes: Pick<ContactCodes, 'count'>;
  words: Dictionaries;
  publicUrl: string;
};

/** Due mails, by the id of the collaboration. A record is deleted when its mail was sent or given up. */
const sendingsOf = ({ vault }: CollaboratorMailDeps) =>
  createInvitationSendingStore(vault, 'case-invitation/');

/** Sends one invitation's mail if it is due. */
async function deliver(
  deps: CollaboratorMailDeps,
  sendings: InvitationSendingStore,
  [collaborationId, due]: [string, InvitationSending],
): Promise<void> {
  const { clock, log, mail } = deps;
  if (due.at > clock.now()) return;
  const { people, caseInvitations } = await deps.people.current();
  const open = caseInvitations.get(collaborationId);
  // The invitation was answered or withdrawn meanwhile, or erased with the patient.
  if (!open?.address || open.personId !== null || !isBeforeCollaborationEnd(open, clock.now()))
    return sendings.delete(collaborationId);
  const { address: to, lang } = open;
  const by = people.get(open.invitedBy)?.name ?? '';
  try {
    // Any doctor can name any address, so mails to a stranger count in the same limit as codes.
    await deps.contactCodes.count(to);
    await mail.send(collaboratorMail(deps, { id: due.event, to, lang }, by));
    await sendings.delete(collaborationId);
  } catch (error) {
    // The address has reached its limit. This does not count as a failed try.
    if (isRefusal(error) && error.refusal === 'tooMany') {
      const pause = Number(error.data?.retryAfter ?? 0) * 1000;
      return sendings.put(collaborationId, { ...due, at: clock.now() + pause });
    }
    const { why, answer, final } = error instanceof MailFailedError ? error : new MailFailedError('EUNKNOWN');
    const pause = final ? undefined : mailRetryDelaysMs[due.tries];
    const tries = due.tries + 1;
    log.error({ letter: due.event, tries, why, answer }, 'an invitation could not be mailed');
    if (pause === undefined) await sendings.delete(collaborationId);
    else await sendings.put(collaborationId, { ...due, tries, at: clock.now() + pause });
  }
}

/** Notes that an invitation's mail is due, and sends it. */
async function handle(
  deps: CollaboratorMailDeps,
  sendings: InvitationSendingStore,
  event: Recorded,
): Promise<void> {
  const e = recordOf('directory', event);
  if (e.type !== 'CollaboratorInvited') return;
  const { collaborationId } = e.data;
  const waiting = { event: event.id, state: 'waiting', at: deps.clock.now(), tries: 0 } as const;
  const due = (await sendings.of(collaborationId)) ?? waiting;
  await sendings.put(collaborationId, due);
  await deliver(deps, sendings, [collaborationId, due]);
}

/** Sends the mails that are due. */
export async function deliverCaseInvitations(deps: CollaboratorMailDeps, ended?: AbortSignal): Promise<void> {
  const sendings = sendingsOf(deps);
  for await (const due of sendings.waiting()) {
    if (ended?.aborted) return;
    await deliver(deps, sendings, due);
  }
}

/** Starts the follower. Returns at once. */
export const startCollaboratorMail = (deps: CollaboratorMailDeps): RunningFollower =>
  startFollower(deps, {
    name: 'collaboratorMail',
    filter: { types: ['CollaboratorInvited'], streamPrefix: directoryStream },
    handleEvent: event => handle(deps, sendingsOf(deps), event),
    chores: ({ signal }) => deliverCaseInvitations(deps, signal),
  });
