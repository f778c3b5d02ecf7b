/** /invitation: an invited person chooses user name and password, and is signed in. */
import type { Hono } from 'hono';
import type { ApiEnv } from '../http/context.ts';
import { type Invitations, invitationPath } from '../people/invitations.ts';
import { type AccountLinkPageDeps, addAccountLinkPage, type ShowPage } from './account-link-page.ts';
import { pagePreferencesOf } from './page-preferences.ts';
import { emptyForm } from './typed-form.ts';

type InvitationPageDeps = AccountLinkPageDeps & { invitations: Pick<Invitations, 'find' | 'accept'> };

export function addInvitationPage(app: Hono<ApiEnv>, deps: InvitationPageDeps, show: ShowPage): void {
  const { invitations } = deps;
  addAccountLinkPage(app, deps, show, {
    path: invitationPath,
    next: '/workbench',
    closed: { page: 'closedLink', purpose: 'invitation' },
    fields: ['name', 'userName', 'password', 'passwordAgain'],
    find: invitations.find,
    create: invitations.accept,
    langOf: ({ lang }) => lang,
    page: (c, { token, found, typed }) => ({
      page: 'invitation',
      token,
      position: found.position,
      organisation: found.organisation[pagePreferencesOf(c, found.lang).lang],
      typed: typed ?? { ...emptyForm, values: { name: found.name } },
    }),
  });
}
