/** A page behind a single-use link: a form that creates an account and signs its person in. */
import type { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { TypedFormState } from '#web/pages/AccountFields.tsx';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import type { RepeatingTimers } from '../clock/clock.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { type Cookies, setSessionCookies } from '../http/cookies.ts';
import { refusalOfError } from '../http/envelope.ts';
import type { Dictionaries, Lang } from '../i18n/dictionaries.ts';
import type { Sessions } from '../people/sessions.ts';
import { pagePreferencesOf } from './page-preferences.ts';
import { readForm, refusedFormOf } from './typed-form.ts';

export type AccountLinkPageDeps = {
  sessions: Pick<Sessions, 'begin'>;
  cookies: Cookies;
  words: Dictionaries;
  timers: RepeatingTimers;
};

/** @param lang language of the page if no cookie sets one */
export type ShowPage = (
  c: ApiContext,
  page: PlainPageWithProps,
  status: StatusCode,
  lang?: Lang,
) => Promise<Response>;

/** The form's link: its token and the record that it belongs to. `typed`: the form of a refused try. */
type Shown<F> = { token: string; found: F; typed: TypedFormState | undefined };

type AccountLinkPage<F> = {
  path: string;
  /** Path to which the new person continues. */
  next: string;
  /** Page to show for a link that is used, replaced or expired. */
  closed: PlainPageWithProps;
  /** Fields of the form that show errors of their own. */
  fields: readonly string[];
  /** Returns false if the page must answer like an unknown address. Default: always open. */
  isOpen?: () => Promise<boolean>;
  find: (token: string) => Promise<F | undefined>;
  /** Creates the account. Returns undefined for an invalid link. @throws Refusal */
  create: (token: string, form: Record<string, string>) => Promise<string | undefined>;
  /** Language of the page if no cookie sets one. Default: that of all pages. */
  langOf?: (found: F) => Lang;
  page: (c: ApiContext, shown: Shown<F>) => PlainPageWithProps;
};

const OK = 200;
const GONE = 410;

export function addAccountLinkPage<F>(
  app: Hono<ApiEnv>,
  deps: AccountLinkPageDeps,
  show: ShowPage,
  link: AccountLinkPage<F>,
): void {
  const { path, next, closed, fields, find, create, page, langOf } = link;
  const isOpen = link.isOpen ?? (async () => true);
  app.get(path, async (c, pass) => {
    if (!(await isOpen())) return pass();
    const token = c.req.query('token') ?? '';
    const found = await find(token);
    if (!found) return show(c, closed, GONE);
    return show(c, page(c, { token, found, typed: undefined }), OK, langOf?.(found));
  });
  app.post(path, async (c, pass) => {
    if (!(await isOpen())) return pass();
    let sent: Record<string, string> = {};
    try {
      sent = await readForm(c, deps);
      const { token = '', ...form } = sent;
      const personId = await create(token, form);
      if (personId === undefined) return await show(c, closed, GONE);
      setSessionCookies(c, deps.cookies, await deps.sessions.begin(personId));
      return c.redirect(next, 303);
    } catch (error) {
      const refusal = refusalOfError(error);
      if (!refusal || refusal.http === 429) throw error;
      // If two forms are sent at once, the first may have closed the page meanwhile.
      if (!(await isOpen())) return pass();
      const { token = '' } = sent;
      const found = await find(token);
      if (!found) return show(c, closed, GONE);
      const own = langOf?.(found);
      const { lang } = pagePreferencesOf(c, own);
      const typed = refusedFormOf(sent, refusal, { ...deps, lang, fields });
      // Cast: error statuses are HTTP statuses that allow a body.
      return show(c, page(c, { token, found, typed }), refusal.http as StatusCode, own);
    }
  });
}
