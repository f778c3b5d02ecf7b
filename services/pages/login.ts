/** GET /login: the form, with why somebody is here and what was refused. POST /login is the API's (form-routes.ts). */
import { errors, isRefusal } from '#events/errors.ts';
import { positions } from '#events/person/position.ts';
import { type LoginReason, safeReturnPath } from '#web/lib/return-path.ts';
import type { PlainPage } from '#web/pages/render-page.tsx';
import type { Clock } from '../clock/clock.ts';
import type { ApiContext } from '../http/context.ts';
import type { Cookies } from '../http/cookies.ts';
import { pageSession } from '../http/page-session.ts';
import type { Words } from '../i18n/dictionaries.ts';
import type { People } from '../people/directory.ts';
import type { Sessions } from '../people/sessions.ts';
import type { Viewed } from './page-preferences.ts';

export type LoginDeps = {
  sessions: Sessions;
  clock: Clock;
  cookies: Cookies;
  words: Words;
  people: Pick<People, 'current'>;
  /** The demo's accounts exist, and the page may list them. */
  demo: boolean;
};

const whys = ['expired', 'idle', 'out', 'failed'] as const satisfies readonly LoginReason[];
const demoPassword = 'archline1';

/**
 * Idling ended the session in the browser: here it ends as well. Only where our own page sent the person; a link
 * elsewhere signs nobody out.
 */
async function endIdle(c: ApiContext, { sessions, cookies }: LoginDeps): Promise<void> {
  const token = cookies.read(c, 'session');
  if (!token || c.req.header('sec-fetch-site') !== 'same-origin') return;
  cookies.clear(c, 'session');
  await sessions.signOut(token).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
}

async function accountsOf({ demo, people }: LoginDeps) {
  if (!demo) return null;
  const { people: all } = await people.current();
  const listed = [...all.values()].filter(person => !person.frozen).slice(0, 16);
  return {
    password: demoPassword,
    people: listed
      .map(({ userName, position }) => ({ userName, position }))
      .sort((a, b) => positions.indexOf(a.position) - positions.indexOf(b.position)),
  };
}

function refusedBy(code: string | undefined, { words }: LoginDeps, lang: Viewed['lang']) {
  if (code === undefined) return null;
  if (Number(code) === errors.badInput.code) return { userName: true, password: true };
  // Only codes of the catalogue: nobody puts words of their own on our page.
  const known = Object.values(errors).some(error => String(error.code) === code);
  return { message: words.find(lang, `error:${known ? code : errors.wrongPassword.code}`) ?? code };
}

/** The login page, or where somebody who is signed in already goes. */
export async function loginPage(
  c: ApiContext,
  deps: LoginDeps,
  { lang }: Viewed,
): Promise<PlainPage | { go: string }> {
  const returnTo = safeReturnPath(c.req.query('returnTo'));
  const why = whys.find(name => name === c.req.query('why')) ?? null;
  if (why === 'idle') await endIdle(c, deps);
  else if (await pageSession(c, deps)) return { go: returnTo };
  return {
    page: 'login',
    userName: c.req.query('user')?.slice(0, 60) ?? '',
    remember: false,
    returnTo,
    error: refusedBy(c.req.query('error'), deps, lang),
    why,
    accounts: await accountsOf(deps),
  };
}
