/** Folds open invitations and imports of people into the directory. */
import type { Directory } from './directory.ts';
import type { DirectoryEvent } from './events.ts';
import type { Invitation } from './invitation.ts';

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
  DirectoryEvent,
  {
    type:
      | 'PersonInvited'
      | 'InvitationRenewed'
      | 'InvitationWithdrawn'
      | 'PeopleImported'
      | 'ImportWithdrawn';
  }
>;

export function evolveInvitations(
  d: Directory,
  e: InvitationEvent & { by?: string; at?: string },
): Directory {
  const { at = '', by = '' } = e;
  switch (e.type) {
    case 'PersonInvited': {
      const { importId = null, ...place } = e.data;
      return withInvitation(d, { ...place, phone: null, ...e.personal, importId, at, by });
    }
    case 'InvitationRenewed': {
      const open = d.invitations.get(e.data.personId);
      return withInvitation(d, open && { ...open, at, by });
    }
    case 'InvitationWithdrawn':
      return withoutInvitation(d, e.data.personId);
    case 'PeopleImported':
      return { ...d, imports: new Map(d.imports).set(e.data.importId, { ...e.data, at, by }) };
    case 'ImportWithdrawn': {
      const others = [...d.invitations].filter(([, { importId }]) => importId !== e.data.importId);
      return { ...d, invitations: new Map(others) };
    }
    default:
      return e satisfies never;
  }
}
