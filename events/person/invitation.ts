/** An open invitation to an account. Its person does not exist before it is accepted. */
import type { Directory, Entry } from './directory.ts';
import type { Position } from './position.ts';

export type Invitation = {
  personId: string;
  orgId: string;
  position: Position;
  /** Ids of the doctors that an invited Assistant will serve. */
  serves: readonly string[];
  lang: 'en' | 'zh-CN';
  name: string;
  email: string;
  /** Time of the invitation, or of the last one that was sent again. ISO. */
  at: string;
  /** Id of the person who invited. */
  by: string;
};

/** The directory without the invitation of a person, if there is one. */
export function withoutInvitation(d: Directory, personId: string): Directory {
  if (!d.invitations.has(personId)) return d;
  const invitations = new Map(d.invitations);
  invitations.delete(personId);
  return { ...d, invitations };
}

function withInvitation(d: Directory, invitation: Invitation | undefined): Directory {
  if (!invitation) return d;
  return { ...d, invitations: new Map(d.invitations).set(invitation.personId, invitation) };
}

type InvitationEvent = Extract<
  Entry,
  { type: 'PersonInvited' | 'InvitationRenewed' | 'InvitationWithdrawn' }
>;

/** The directory after an event of an invitation. */
export function applyInvitation(d: Directory, e: InvitationEvent): Directory {
  const { personId } = e.data;
  const { at = '', by = '' } = e;
  switch (e.type) {
    case 'PersonInvited':
      return withInvitation(d, { ...e.data, ...e.personal, at, by });
    case 'InvitationRenewed': {
      const open = d.invitations.get(personId);
      return withInvitation(d, open && { ...open, at, by });
    }
    case 'InvitationWithdrawn':
      return withoutInvitation(d, personId);
    default:
      return e satisfies never;
  }
}
