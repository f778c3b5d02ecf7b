/** /firstStart: makes the first organisation and its Admin. Answers like an unknown address once an Admin exists. */
import type { Hono } from 'hono';
import { defaultZone } from '#events/case/calendar.ts';
import type { ApiEnv } from '../http/context.ts';
import { type FirstStart, firstStartPath } from '../people/first-start.ts';
import { type AccountLinkPageDeps, addAccountLinkPage, type ShowPage } from './account-link-page.ts';
import { emptyForm } from './typed-form.ts';

type FirstStartPageDeps = AccountLinkPageDeps & { firstStart: FirstStart; unset: readonly string[] };

export function addFirstStartPage(app: Hono<ApiEnv>, deps: FirstStartPageDeps, show: ShowPage): void {
  const { firstStart, unset } = deps;
  addAccountLinkPage(app, deps, show, {
    path: firstStartPath,
    next: '/backOffice?section=people',
    closed: { page: 'closedLink', purpose: 'firstStart' },
    fields: [
      ...(['nameZh', 'nameEn', 'zone', 'name', 'userName'] as const),
      ...(['password', 'passwordAgain', 'phone', 'email'] as const),
    ],
    isOpen: firstStart.isOpen,
    find: firstStart.find,
    create: firstStart.complete,
    page: (_c, { token, found, typed = emptyForm }) => ({
      page: 'firstStart',
      token,
      organisation: found.organisation,
      typed,
      unset,
      zones: Intl.supportedValuesOf('timeZone'),
      zone: defaultZone,
    }),
  });
}
