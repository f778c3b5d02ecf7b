/**
 * Mails invitations to a case. The link leads to a page that everybody may open: the invitation waits for the person who
 * has confirmed the address, with an account or by registering one. The mail names no patient.
 */
import type { Recorded } from '#events/envelope.ts';
import { isOpen } from '#events/person/collaboration.ts';
import { directoryStream } from '#events/person/events.ts';
import { recordOf } from '#events/streams.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import { collaboratorMail } from '../mail/mail-texts.ts';
import { type Mail, MailFailed } from '../mail/port.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import { type FollowerDeps, type RunningFollower, startFollower } from './follower.ts';

export type CollaboratorMailDeps = FollowerDeps & {
  people: Pick<PeopleDirectory, 'current'>;
  mail: Mail;
  words: Dictionaries;
  publicUrl: string;
};

async function send(deps: CollaboratorMailDeps, event: Recorded): Promise<void> {
  const e = recordOf('directory', event);
  if (e.type !== 'CollaboratorInvited') return;
  const { people, caseInvitations } = await deps.people.current();
  const open = caseInvitations.get(e.data.collaborationId);
  // Answered or withdrawn meanwhile.
  if (!open || open.personId !== null || !isOpen(open, deps.clock.now())) return;
  const { address: to, lang } = open;
  const by = people.get(open.invitedBy)?.name ?? '';
  await deps.mail.send(collaboratorMail(deps, { id: event.id, to, lang }, by)).catch((error: unknown) => {
    // Any other failure is thrown: the follower tries again.
    if (!(error instanceof MailFailed && error.final)) throw error;
    deps.log.error(
      { letter: event.id, why: error.why, answer: error.answer },
      'an invitation could not be mailed',
    );
  });
}

/** Starts the follower. Returns at once. */
export const startCollaboratorMail = (deps: CollaboratorMailDeps): RunningFollower =>
  startFollower(deps, {
    name: 'collaboratorMail',
    filter: { types: ['CollaboratorInvited'], streamPrefix: directoryStream },
    handleEvent: event => send(deps, event),
    chores: async () => undefined,
  });
