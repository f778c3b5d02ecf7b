/** /firstStart: makes the first organisation and its Admin. Answers like an unknown address once an Admin exists. */
import type { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { defaultZone } from '#events/case/calendar.ts';
import type { PlainPage } from '#web/pages/render-page.tsx';
import type { Timers } from '../clock/clock.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { type Cookies, setSession } from '../http/cookies.ts';
import { refusalOfError } from '../http/envelope.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import { type FirstStart, firstStartPath } from '../people/first-start.ts';
import type { Sessions } from '../people/sessions.ts';
import { preferencesOf } from './page-preferences.ts';
import { emptyForm, readForm, refusedForm } from './typed-form.ts';

type FirstStartPageDeps = {
  firstStart: FirstStart;
  sessions: Sessions;
  cookies: Cookies;
  words: Dictionaries;
  timers: Timers;
  unset: readonly string[];
};

type Show = (c: ApiContext, page: PlainPage, status?: StatusCode) => Promise<Response>;

/** Where the new Admin goes on. */
const NEXT = '/backOffice?section=people';
const GONE = 410;

const fields = [
  ...(['nameZh', 'nameEn', 'zone', 'name', 'userName'] as const),
  ...(['password', 'passwordAgain', 'phone', 'email'] as const),
];

const closed: PlainPage = { page: 'closedLink', purpose: 'firstStart' };

export function addFirstStartPage(app: Hono<ApiEnv>, deps: FirstStartPageDeps, show: Show): void {
  const { firstStart, sessions, cookies, unset } = deps;
  const pageOf = (token: string, organisation: string | null, typed = emptyForm): PlainPage => ({
    page: 'firstStart',
    token,
    organisation,
    typed,
    unset,
    zones: Intl.supportedValuesOf('timeZone'),
    zone: defaultZone,
  });
  app.get(firstStartPath, async (c, next) => {
    if (!(await firstStart.isOpen())) return next();
    const token = c.req.query('token') ?? '';
    const found = await firstStart.find(token);
    return found ? show(c, pageOf(token, found.organisation)) : show(c, closed, GONE);
  });
  app.post(firstStartPath, async (c, next) => {
    if (!(await firstStart.isOpen())) return next();
    let typed: Record<string, string> = {};
    try {
      typed = await readForm(c, deps);
      const { token = '', ...fields } = typed;
      const personId = await firstStart.complete(token, fields);
      if (personId === undefined) return await show(c, closed, GONE);
      setSession(c, cookies, await sessions.begin(personId));
      return c.redirect(NEXT, 303);
    } catch (error) {
      const refusal = refusalOfError(error);
      if (!refusal || refusal.http === 429) throw error;
      // Of two forms sent at once, the first has created the Admin.
      if (refusal.refusal === 'notFound') return next();
      const found = await firstStart.find(typed.token ?? '');
      if (!found) return show(c, closed, GONE);
      const { lang } = preferencesOf(c);
      const page = pageOf(
        typed.token ?? '',
        found.organisation,
        refusedForm(typed, refusal, { ...deps, lang, fields }),
      );
      // Boundary: error statuses are HTTP statuses that allow a body.
      return show(c, page, refusal.http as StatusCode);
    }
  });
}
