/** /login/organisation: sign-in by an organisation's provider (decision 62). Forms and links only, no script. */
import type { Hono } from 'hono';
import { isRefusal } from '#events/errors.ts';
import { SignInRefusedError, signInProblems } from '#events/person/single-sign-on.ts';
import { homePath, safeReturnPath } from '#web/lib/return-path.ts';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import type { Clock, RepeatingTimers } from '../clock/clock.ts';
import { createRateLimit } from '../concurrency/rate-limit.ts';
import { type ApiContext, type ApiEnv, clientAddress, clientOfRequest } from '../http/context.ts';
import { type Cookies, setSessionCookies } from '../http/cookies.ts';
import { type Proxies, rateLimitSubjectOf } from '../http/proxies.ts';
import { redirectToSecondStep } from '../http/second-step-path.ts';
import type { Dictionaries, Lang } from '../i18n/dictionaries.ts';
import type { BackChannel } from '../singleSignOn/back-channel.ts';
import type { SingleSignOn } from '../singleSignOn/single-sign-on.ts';
import { refusalSentenceOf } from './login.ts';
import { pagePreferencesOf } from './page-preferences.ts';
import { readForm } from './typed-form.ts';

export type OrganisationSignInDeps = {
  singleSignOn: SingleSignOn;
  backChannel: BackChannel;
  cookies: Cookies;
  words: Dictionaries;
  clock: Clock;
  timers: RepeatingTimers;
  proxies?: Proxies;
};

type Own = { headers: Record<string, string> };
type Show = (c: ApiContext, page: PlainPageWithProps, own?: Own) => Promise<Response>;

const PATH = '/login/organisation';
const ID_MAX = 64;
/** Rate limit of starts for one address. A clinic's colleagues share an address and arrive at the same hour. */
const startPace = { burst: 60, perSecond: 1 };
/** Rate limit of a provider's notices. A provider sends one for each sign-out. */
const noticePace = { burst: 300, perSecond: 10 };
/**
 * Sends no referrer, so that the provider learns nothing about the page, and no other page learns the code in the
 * provider's answer.
 */
const noReferrer = { 'Referrer-Policy': 'no-referrer' };

const problemText = (words: Dictionaries, lang: Lang, query: string | undefined): string | null => {
  const problem = signInProblems.find(known => known === query);
  return problem === undefined ? null : (words.find(lang, `sso:problem.${problem}`) ?? problem);
};

/** Returns the address of the page that says why a sign-in failed. @throws errors that are not refusals of a sign-in */
function refusedPath(error: unknown, about: { org: string; returnTo: string }): string {
  const query = new URLSearchParams(about);
  if (error instanceof SignInRefusedError) query.set('problem', error.problem);
  else if (isRefusal(error) && error.http < 500 && error.http !== 429) query.set('error', String(error.code));
  else throw error;
  return `${PATH}?${query}`;
}

/** The form, and the way to the provider. */
function addStart(app: Hono<ApiEnv>, deps: OrganisationSignInDeps, show: Show): void {
  const { singleSignOn, cookies, words } = deps;
  const pace = createRateLimit(deps.clock, startPace);
  app.get(PATH, c => {
    const { lang } = pagePreferencesOf(c);
    return show(c, {
      page: 'organisationSignIn',
      organisation: (c.req.query('org') ?? '').slice(0, ID_MAX),
      returnTo: safeReturnPath(c.req.query('returnTo')),
      error:
        problemText(words, lang, c.req.query('problem')) ??
        refusalSentenceOf(c.req.query('error'), deps, lang),
    });
  });
  // Trap: browsers apply the policy of forms to their redirects too, so the answer is a page that redirects.
  app.post(PATH, async c => {
    let [org, returnTo, again] = ['', safeReturnPath(null), false];
    try {
      const form = await readForm(c, deps);
      org = (form.org ?? '').slice(0, ID_MAX);
      returnTo = safeReturnPath(form.returnTo);
      // Asks the provider to authenticate again. Otherwise it would sign in the same person, who was refused or is the
      // wrong one.
      again = form.again !== undefined;
      pace(rateLimitSubjectOf(clientAddress(c, deps)));
      const { url, ticket } = await singleSignOn.begin(org, {
        returnTo,
        lang: pagePreferencesOf(c).lang,
        again,
      });
      cookies.set(c, 'provider', ticket);
      const headers = { Refresh: `0;url=${url.href}`, ...noReferrer };
      return await show(c, { page: 'toProvider', url: url.href, host: url.host }, { headers });
    } catch (error) {
      return c.redirect(refusedPath(error, { org, returnTo }), 303);
    }
  });
}

/** The way back from the provider. */
function addReturn(app: Hono<ApiEnv>, deps: OrganisationSignInDeps): void {
  const { singleSignOn, cookies } = deps;
  app.get(`${PATH}/:org/return`, async c => {
    c.header('Referrer-Policy', 'no-referrer');
    const org = c.req.param('org');
    const ticket = cookies.read(c, 'provider');
    const returnTo = safeReturnPath(await singleSignOn.returnTo(ticket));
    cookies.clear(c, 'provider');
    try {
      const query = new URL(c.req.url).searchParams;
      const session = await singleSignOn.finish({
        orgId: org,
        query,
        ticket,
        client: clientOfRequest(c, deps),
      });
      setSessionCookies(c, cookies, session);
      cookies.set(c, 'organisation', org);
      return c.redirect(returnTo, 303);
    } catch (error) {
      if (isRefusal(error) && error.refusal === 'secondFactorNeeded') {
        cookies.set(c, 'organisation', org);
        return redirectToSecondStep(c, cookies, { refusal: error, returnTo });
      }
      return c.redirect(refusedPath(error, { org: org.slice(0, ID_MAX), returnTo }), 303);
    }
  });
}

const noticeStatus = { done: 200, invalid: 400, unavailable: 503 } as const;

/** Sign-out at the provider from here, and the provider's notices of sign-outs there. */
function addSignOut(app: Hono<ApiEnv>, deps: OrganisationSignInDeps): void {
  const { singleSignOn, backChannel, cookies } = deps;
  const pace = createRateLimit(deps.clock, noticePace);
  app.get(`${PATH}/signOut`, async c => {
    const org = (cookies.read(c, 'organisation') ?? '').slice(0, ID_MAX);
    cookies.clear(c, 'organisation');
    try {
      return c.redirect((await singleSignOn.signOutUrl(org)).href, 302);
    } catch (error) {
      return c.redirect(refusedPath(error, { org, returnTo: homePath }), 302);
    }
  });
  app.post(`${PATH}/:org/signedOut`, async c => {
    pace(rateLimitSubjectOf(clientAddress(c, deps)));
    const { logout_token: token = '' } = await readForm(c, deps);
    const outcome = await backChannel.signedOut(c.req.param('org'), token);
    return c.body(null, noticeStatus[outcome], { 'Cache-Control': 'no-store' });
  });
}

export function addOrganisationSignIn(app: Hono<ApiEnv>, deps: OrganisationSignInDeps, show: Show): void {
  addStart(app, deps, show);
  addReturn(app, deps);
  addSignOut(app, deps);
}
