/**
 * Mails the links of invitations. Following the log only notes which mails are due, so that a mail server that is down
 * delays nothing else. A link is issued for each try and stands in no record.
 */
import type { Recorded } from '#events/envelope.ts';
import { directoryStream } from '#events/person/events.ts';
import type { Invitation } from '#events/person/invitation.ts';
import { organisationName } from '#events/person/organisation.ts';
import { recordOf } from '#events/streams.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import type { Log } from '../logging/log.ts';
import { invitationMail } from '../mail/mail-texts.ts';
import { type Mail, MailFailed } from '../mail/port.ts';
import { type InvitationMail, type Invitations, invitationPath } from '../people/invitations.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import { type FollowerDeps, type RunningFollower, startFollower } from './follower.ts';
import { mailRetryDelaysMs } from './mail.ts';

export type InvitationMailDeps = FollowerDeps & {
  people: Pick<PeopleDirectory, 'current'>;
  invitations: Pick<Invitations, 'link' | 'mail'>;
  mail: Mail;
  words: Dictionaries;
  publicUrl: string;
  log: Pick<Log, 'info' | 'error'>;
};

/** Notes that an invitation's mail is due. Idempotent per event. */
async function enqueue({ people, invitations, clock }: InvitationMailDeps, event: Recorded): Promise<void> {
  const e = recordOf('directory', event);
  if (e.type !== 'PersonInvited' && e.type !== 'InvitationRenewed') return;
  const { personId } = e.data;
  const open = (await people.current()).invitations.get(personId);
  // An older mail of an invitation that was sent again is no longer due.
  if (open?.at !== event.at || (await invitations.mail.of(personId))?.event === event.id) return;
  await invitations.mail.put(personId, { event: event.id, state: 'waiting', at: clock.now(), tries: 0 });
}

async function send(
  deps: InvitationMailDeps,
  open: Invitation,
  { event: id }: InvitationMail,
): Promise<void> {
  const { people, organisations } = await deps.people.current();
  const { personId, lang, email: to, name, position } = open;
  const token = await deps.invitations.link(personId);
  const organisation = organisations.get(open.orgId);
  await deps.mail.send(
    invitationMail(
      deps,
      { id, to, lang },
      {
        ...{ name, position },
        by: people.get(open.by)?.name ?? '',
        organisation: organisation ? organisationName(organisation, lang) : '',
        path: `${invitationPath}?${new URLSearchParams({ token })}`,
      },
    ),
  );
}

/** Sends the mails that are due. */
export async function deliverInvitations(deps: InvitationMailDeps, ended?: AbortSignal): Promise<void> {
  const { people, invitations, clock, log } = deps;
  for await (const [personId, due] of invitations.mail.waiting()) {
    if (ended?.aborted) return;
    if (due.at > clock.now()) continue;
    const open = (await people.current()).invitations.get(personId);
    if (!open) {
      await invitations.mail.delete(personId);
      continue;
    }
    try {
      await send(deps, open, due);
      await invitations.mail.put(personId, { ...due, state: 'sent', at: clock.now() });
    } catch (error) {
      const { why, answer, final } = error instanceof MailFailed ? error : new MailFailed('EUNKNOWN');
      const pause = final ? undefined : mailRetryDelaysMs[due.tries];
      const tries = due.tries + 1;
      log.error({ letter: due.event, tries, why, answer }, 'an invitation could not be mailed');
      const state = pause === undefined ? 'failed' : 'waiting';
      await invitations.mail.put(personId, { ...due, state, tries, at: clock.now() + (pause ?? 0) });
    }
  }
}

/** Starts the follower for invitations. Returns at once. */
export function startInvitations(deps: InvitationMailDeps): RunningFollower {
  return startFollower(deps, {
    name: 'invitations',
    filter: { types: ['PersonInvited', 'InvitationRenewed'], streamPrefix: directoryStream },
    handleEvent: async (event, { signal }) => {
      await enqueue(deps, event);
      await deliverInvitations(deps, signal);
    },
    chores: ({ signal }) => deliverInvitations(deps, signal),
  });
}
