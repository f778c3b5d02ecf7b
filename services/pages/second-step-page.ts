/** GET /login/secondStep, for a browser that has entered the right password. The form's POST is the API's. */
import type { Hono } from 'hono';
import { safeReturnPath } from '#web/lib/return-path.ts';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import type { Passkeys } from '../people/passkeys.ts';
import { refusalSentenceOf } from './login.ts';
import { pagePreferencesOf } from './page-preferences.ts';

export type SecondStepPageDeps = {
  cookies: Cookies;
  words: Dictionaries;
  passkeys: Pick<Passkeys, 'possible'>;
};

type Show = (c: ApiContext, page: PlainPageWithProps) => Promise<Response>;

export function addSecondStepPage(app: Hono<ApiEnv>, deps: SecondStepPageDeps, show: Show): void {
  app.get('/login/secondStep', async c => {
    if (!deps.cookies.read(c, 'ticket')) return c.redirect('/login', 302);
    return show(c, {
      page: 'secondStep',
      returnTo: safeReturnPath(c.req.query('returnTo')),
      error: refusalSentenceOf(c.req.query('error'), deps, pagePreferencesOf(c).lang),
      passkeys: deps.passkeys.possible,
      passkeyOnly: c.req.query('by') === 'passkey',
    });
  });
}
