/**
 * Sends the links of invitations by mail or text message. Following the log only notes which messages are due, so a
 * service that is down delays nothing else. Each try issues a new link, and no record stores links.
 */
import type { Recorded } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import { directoryStream } from '#events/person/events.ts';
import { type Invitation, invitedAddress, isInvitedByPhone } from '#events/person/invitation.ts';
import { organisationName } from '#events/person/organisation.ts';
import { recordOf } from '#events/streams.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import type { Log } from '../logging/log.ts';
import { invitationMail } from '../mail/mail-texts.ts';
import { type Mail, MailFailedError } from '../mail/port.ts';
import type { ContactCodes } from '../people/contact-codes.ts';
import type { InvitationSending } from '../people/invitation-sendings.ts';
import { type Invitations, invitationPath } from '../people/invitations.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import { type Sms, SmsFailedError } from '../sms/port.ts';
import { type FollowerDeps, type RunningFollower, startFollower } from './follower.ts';
import { composeInvitationSms } from './invitation-sms.ts';
import { mailRetryDelaysMs } from './mail.ts';

export type InvitationDeps = FollowerDeps & {
  people: Pick<PeopleDirectory, 'current'>;
  invitations: Pick<Invitations, 'link' | 'sendings'>;
  mail: Mail;
  sms: Sms | undefined;
  /** Limits the messages to an address. */
  contactCodes: Pick<ContactCodes, 'count'>;
  words: Dictionaries;
  publicUrl: string;
  log: Pick<Log, 'info' | 'error'>;
};

/** Notes that an invitation's message is due. Idempotent per event. @returns the invited person's id */
async function enqueue(
  { people, invitations, clock }: InvitationDeps,
  event: Recorded,
): Promise<string | undefined> {
  const e = recordOf('directory', event);
  if (e.type !== 'PersonInvited' && e.type !== 'InvitationRenewed') return undefined;
  const { personId } = e.data;
  const open = (await people.current()).invitations.get(personId);
  // If an invitation was sent again, its older message is no longer due.
  if (open?.at !== event.at || (await invitations.sendings.of(personId))?.event === event.id) return personId;
  const waiting = { event: event.id, state: 'waiting', at: clock.now(), tries: 0 } as const;
  await invitations.sendings.put(personId, waiting);
  return personId;
}

/** @throws MailFailedError, SmsFailedError; Refusal tooMany if the phone got too many messages */
async function send(deps: InvitationDeps, open: Invitation, { event: id }: InvitationSending): Promise<void> {
  const { people, organisations } = await deps.people.current();
  const { personId, lang, name, position } = open;
  const known = organisations.get(open.orgId);
  const organisation = known ? organisationName(known, lang) : '';
  const to = invitedAddress(open);
  if (isInvitedByPhone(open)) {
    if (!deps.sms) throw new SmsFailedError('rejected', 'sms-off');
    await deps.contactCodes.count(to);
    const token = await deps.invitations.link(personId);
    return deps.sms.send(composeInvitationSms(deps, { to, lang }, { organisation, token }));
  }
  const token = await deps.invitations.link(personId);
  const by = people.get(open.by)?.name ?? '';
  const path = `${invitationPath}?${new URLSearchParams({ token })}`;
  return deps.mail.send(invitationMail(deps, { id, to, lang }, { name, position, by, organisation, path }));
}

/** Why a message was not sent, for the log. `final`: another try would fail too. */
function failureOf(error: unknown): { why: string; answer?: number | undefined; final: boolean } {
  if (error instanceof SmsFailedError) return { why: error.why, final: error.failure === 'rejected' };
  return error instanceof MailFailedError ? error : new MailFailedError('EUNKNOWN');
}

/** Sends one invitation's message if it is due. */
async function deliver(deps: InvitationDeps, personId: string, due: InvitationSending): Promise<void> {
  const { people, clock, log } = deps;
  const { sendings } = deps.invitations;
  if (due.state !== 'waiting' || due.at > clock.now()) return;
  const open = (await people.current()).invitations.get(personId);
  if (!open) return sendings.delete(personId);
  try {
    await send(deps, open, due);
    await sendings.put(personId, { ...due, state: 'sent', at: clock.now() });
  } catch (error) {
    // The phone has reached its limit. This does not count as a failed try.
    if (isRefusal(error) && error.refusal === 'tooMany') {
      const pause = Number(error.data?.retryAfter ?? 0) * 1000;
      return sendings.put(personId, { ...due, at: clock.now() + pause });
    }
    const { why, answer, final } = failureOf(error);
    const pause = final ? undefined : mailRetryDelaysMs[due.tries];
    const tries = due.tries + 1;
    log.error({ letter: due.event, tries, why, answer }, 'an invitation could not be sent');
    const state = pause === undefined ? 'failed' : 'waiting';
    await sendings.put(personId, { ...due, state, tries, at: clock.now() + (pause ?? 0) });
  }
}

/** Sends the messages that are due. */
export async function deliverInvitations(deps: InvitationDeps, ended?: AbortSignal): Promise<void> {
  for await (const [personId, due] of deps.invitations.sendings.waiting()) {
    if (ended?.aborted) return;
    await deliver(deps, personId, due);
  }
}

/** Starts the follower for invitations. Returns at once. */
export function startInvitations(deps: InvitationDeps): RunningFollower {
  return startFollower(deps, {
    name: 'invitations',
    filter: { types: ['PersonInvited', 'InvitationRenewed'], streamPrefix: directoryStream },
    handleEvent: async event => {
      const personId = await enqueue(deps, event);
      // Delivers only this invitation. An import has hundreds, and looking for all due ones each time would read the
      // vault hundreds of times.
      const due = personId && (await deps.invitations.sendings.of(personId));
      if (personId && due) await deliver(deps, personId, due);
    },
    chores: ({ signal }) => deliverInvitations(deps, signal),
  });
}
