/** GET /login: the sign-in form with its reason and error. POST /login is the API's (form-routes.ts). */
import { errors, isRefusal } from '#events/errors.ts';
import { positions } from '#events/person/position.ts';
import { type LoginReason, safeReturnPath, secondFactorPath } from '#web/lib/return-path.ts';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import type { Clock } from '../clock/clock.ts';
import type { ApiContext } from '../http/context.ts';
import type { Cookies } from '../http/cookies.ts';
import { readAnyPageSession } from '../http/page-session.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import type { Passkeys } from '../people/passkeys.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import type { Sessions } from '../people/sessions.ts';
import type { DemoMessages } from '../sms/demo.ts';
import { findOrganisationOfLogin } from './organisation-of-login.ts';
import type { PagePreferences } from './page-preferences.ts';

export type LoginDeps = {
  sessions: Sessions;
  clock: Clock;
  cookies: Cookies;
  passkeys: Pick<Passkeys, 'possible'>;
  words: Dictionaries;
  people: Pick<PeopleDirectory, 'current'>;
  /** The demo's outgoing messages, if a page shows them. */
  demoMessages: DemoMessages | undefined;
  /** True if the demo's accounts exist and the page may list them. */
  demo: boolean;
};

const whys = ['expired', 'idle', 'out', 'failed', 'reset'] as const satisfies readonly LoginReason[];
const demoPassword = 'archline1';

/**
 * Ends a session on the server after the browser has ended it for idleness. Does so only for requests of our own page,
 * because a link on another site must not sign a person out.
 */
async function endIdle(c: ApiContext, { sessions, cookies }: LoginDeps): Promise<undefined> {
  const token = cookies.read(c, 'session');
  if (!token || c.req.header('sec-fetch-site') !== 'same-origin') return;
  cookies.clear(c, 'session');
  await sessions.signOut(token).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
}

async function accountsOf({ demo, people, demoMessages }: LoginDeps) {
  if (!demo) return null;
  const { people: all } = await people.current();
  const listed = [...all.values()].filter(person => !person.frozen).slice(0, 16);
  return {
    password: demoPassword,
    messages: demoMessages !== undefined,
    people: listed
      .map(({ userName, position }) => ({ userName, position }))
      .sort((a, b) => positions.indexOf(a.position) - positions.indexOf(b.position)),
  };
}

function refusedBy(code: string | undefined, { words }: LoginDeps, lang: PagePreferences['lang']) {
  if (code === undefined) return null;
  if (Number(code) === errors.badInput.code) return { userName: true, password: true };
  return { message: refusalSentenceOf(code, { words }, lang) ?? code };
}

/**
 * Returns the sentence of an error code in an address. Accepts only known codes, so that a link cannot put its own
 * text on the page.
 */
export function refusalSentenceOf(
  code: string | undefined,
  { words }: Pick<LoginDeps, 'words'>,
  lang: PagePreferences['lang'],
): string | null {
  if (code === undefined) return null;
  const known = Object.values(errors).some(error => String(error.code) === code);
  return words.find(lang, `error:${known ? code : errors.wrongPassword.code}`) ?? code;
}

/** The sign-in page, or a redirect if a session exists. */
export async function showLoginPage(
  c: ApiContext,
  deps: LoginDeps,
  { lang }: PagePreferences,
): Promise<PlainPageWithProps | { go: string }> {
  const returnTo = safeReturnPath(c.req.query('returnTo'));
  const why = whys.find(name => name === c.req.query('why')) ?? null;
  const session = why === 'idle' ? await endIdle(c, deps) : await readAnyPageSession(c, deps);
  if (session) return { go: session.held ? secondFactorPath(returnTo) : returnTo };
  return {
    page: 'login',
    userName: c.req.query('user')?.slice(0, 60) ?? '',
    remember: false,
    returnTo,
    error: refusedBy(c.req.query('error'), deps, lang),
    why,
    passkeys: deps.passkeys.possible,
    organisation: await findOrganisationOfLogin(c, deps),
    accounts: await accountsOf(deps),
  };
}
