/** Everything outside the API: browser files, pages, and access to them (product-spec.md 2, Route guards). */
import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import type { StatusCode } from 'hono/utils/http-status';
import { isRefusal } from '#events/errors.ts';
import { hasNamesHidden } from '#projections/analyst-filter.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { earlierPosition } from '#web/lib/merge.ts';
import { isPlainPage } from '#web/lib/plain-pages.ts';
import { homePath, loginPath } from '#web/lib/return-path.ts';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import type { Ids, RepeatingTimers } from '../clock/clock.ts';
import { createFairSemaphore, type FairSemaphore } from '../concurrency/fair-semaphore.ts';
import { createMacrotaskQueue, type YieldMacrotask } from '../concurrency/macrotask-queue.ts';
import { isClientAbort, STATUS_CLIENT_CLOSED } from '../http/client-abort.ts';
import { answerHtml } from '../http/compression.ts';
import { type ApiContext, type ApiEnv, clientAddress } from '../http/context.ts';
import type { Cookies } from '../http/cookies.ts';
import { readPageSession } from '../http/page-session.ts';
import type { Proxies } from '../http/proxies.ts';
import type { Lang } from '../i18n/dictionaries.ts';
import type { Log } from '../logging/log.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import type { FactorCommands } from '../people/factor-commands.ts';
import type { FirstStart } from '../people/first-start.ts';
import type { Invitations } from '../people/invitations.ts';
import type { PasswordResets } from '../people/password-resets.ts';
import type { Session } from '../people/session.ts';
import type { BackChannel } from '../singleSignOn/back-channel.ts';
import type { SingleSignOn } from '../singleSignOn/single-sign-on.ts';
import type { Sms } from '../sms/port.ts';
import { addArticlePages } from './article-pages.ts';
import { addFirstStartPage } from './first-start-page.ts';
import { pageHeaders } from './headers.ts';
import { addInvitationPage } from './invitation-page.ts';
import { type LoginDeps, showLoginPage } from './login.ts';
import { addOrganisationSignIn } from './organisation-sign-in.ts';
import { addAssetRoutes, serveWearWorker } from './page-assets.ts';
import { pageLogoOf } from './page-logo.ts';
import { type PagePreferences, pagePreferencesOf } from './page-preferences.ts';
import type { PageRenderer } from './page-renderer.ts';
import { cachePlainPages } from './plain-cache.ts';
import { addLanguageAndThemeForms } from './preference-forms.ts';
import { addSecondFactorPage } from './second-factor-page.ts';
import { addSecondStepPage } from './second-step-page.ts';
import { needsSession } from './session-paths.ts';
import { addSharePages } from './share-pages.ts';
import { addSignedOutPages, secretAddressHeaders } from './signed-out-pages.ts';

/** Parts of the server that the pages use. */
export type PagesParts = LoginDeps & {
  models: ReadModels;
  timers: RepeatingTimers;
  ids: Ids;
  log: Log;
  audit: SecurityLog;
  proxies?: Proxies;
  publicUrl: string;
  /** Telephone number of the service desk, if any. */
  supportPhone: string | undefined;
  firstStart: FirstStart;
  factorCommands: FactorCommands;
  sms: Sms | undefined;
  passwordResets: Pick<PasswordResets, 'find'>;
  invitations: Invitations;
  singleSignOn: SingleSignOn;
  backChannel: BackChannel;
  /** Names of unset settings that a real installation needs. */
  unset: readonly string[];
};

export type PagesDeps = PagesParts & {
  renderer: PageRenderer;
  /** Folder of the builds. */
  dist: string;
  /** Waits for some milliseconds. Default: a system timer. */
  rest?: (ms: number) => Promise<unknown>;
};

/** Maximum number of one person's pages that are rendering or waiting. People do not open more tabs at once. */
const perPerson = 16;
/**
 * Number of one person's pages, rendering or waiting, above which that person's queue pauses between pages, because
 * rendering blocks the event loop for others.
 */
const pagesBeforePause = 4;
const REST_MS = 300;

/** `next`: yields to the event loop between the parts of a page. */
type Drawing = PagesDeps & { turns: FairSemaphore; next: YieldMacrotask };

/** @param api the API, called in-process as the same person */
export function createPagesApp(given: PagesDeps, api: Hono<ApiEnv>): Hono<ApiEnv> {
  const deps: Drawing = {
    ...given,
    renderer: { ...given.renderer, plain: cachePlainPages(given.renderer, given.ids) },
    turns: createFairSemaphore({ atOnce: 4, perPersonAtOnce: 1, perPerson }),
    next: createMacrotaskQueue(),
  };
  const app = new Hono<ApiEnv>();
  app.onError((error, c) => {
    if (isRefusal(error) && error.http === 429) {
      deps.audit.refused(error, { route: c.get('route') ?? routePath(c), from: clientAddress(c, deps) });
      const wait = { 'Retry-After': String(error.data?.retryAfter ?? 1) };
      return plain(c, deps, { page: 'problem', problem: 'busy' }, 429, { headers: wait });
    }
    if (isClientAbort(c, error)) return new Response(null, { status: STATUS_CLIENT_CLOSED });
    deps.log.error({ err: error }, 'rendering a page failed');
    return plain(c, deps, { page: 'problem', problem: 'broken' }, 500);
  });
  app.use(async (c, next) => {
    await next();
    c.env?.routed?.(c.get('route') ?? routePath(c));
  });
  addAssetRoutes(app, deps);
  addLanguageAndThemeForms(app, deps);
  app.get('/', c => c.redirect(homePath, 302));
  app.get('/login', c => login(c, deps));
  addSignedOutPages(app, { ...deps, api, show: (c, page, status, own) => plain(c, deps, page, status, own) });
  app.get('/offline', c => plain(c, deps, { page: 'problem', problem: 'offline' }));
  app.get('/wearView/sw.js', c => serveWearWorker(c, deps));
  addSharePages(app, { api, session: c => readPageSession(c, deps) }, (c, { page, status, ...more }) =>
    plain(c, deps, page, status, more),
  );
  addArticlePages(app, {
    models: deps.models,
    clock: deps.clock,
    publicUrl: deps.publicUrl,
    session: c => readPageSession(c, deps),
    show: (c, page) => plain(c, deps, page),
    missing: c => c.notFound(),
    toLogin: c => toLogin(c, deps),
  });
  addInvitationPage(app, deps, (c, page, status, lang) =>
    plain(c, deps, page, status, { lang, ...secretAddressHeaders }),
  );
  addOrganisationSignIn(app, deps, (c, page, own) => plain(c, deps, page, 200, own));
  addSecondStepPage(app, deps, (c, page) => plain(c, deps, page));
  addSecondFactorPage(app, { ...deps, api }, (c, page, status) => plain(c, deps, page, status));
  addFirstStartPage(app, deps, (c, page, status) => plain(c, deps, page, status, secretAddressHeaders));
  app.get('*', c => named(c, deps, api));
  app.notFound(c => plain(c, deps, { page: 'problem', problem: 'missing' }, 404));
  return app;
}

const nonceFrom = ({ ids }: PagesDeps) => ids.bytes(16).toString('base64url');
const hereOf = (c: ApiContext) => {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
};

/** Renders a page that needs no script. */
async function plain(
  c: ApiContext,
  deps: Drawing,
  page: PlainPageWithProps,
  status: StatusCode = 200,
  /** Overrides of the default language, of the time zone, and of headers. */
  own: { lang?: Lang; timeZone?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { lang, theme, timeZone, bar } = pagePreferencesOf(c, own.lang);
  const nonce = nonceFrom(deps);
  await deps.next();
  const text = deps.renderer.plain(page, {
    lang,
    theme,
    bar,
    nonce,
    here: hereOf(c),
    now: deps.clock.now(),
    logo: pageLogoOf(deps.models, lang),
    timeZone: own.timeZone ?? timeZone,
  });
  return answerHtml(c, text, { status, headers: { ...pageHeaders(nonce), ...own.headers } });
}

async function login(c: ApiContext, deps: Drawing): Promise<Response> {
  const page = await showLoginPage(c, deps, pagePreferencesOf(c));
  return 'go' in page ? c.redirect(page.go, 302) : plain(c, deps, page);
}

/** Renders a page by its path. Checks the session first. An unknown path leads to the sign-in page. */
async function named(c: ApiContext, deps: Drawing, api: Hono<ApiEnv>): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  if (/\.[a-z0-9]{1,5}$/i.test(pathname)) return c.notFound();
  const trimmed = `/${pathname.split('/').filter(Boolean).join('/')}`;
  if (isPlainPage(trimmed) && trimmed !== pathname) return c.redirect(trimmed + search, 302);
  if (!needsSession(trimmed)) return c.redirect('/login', 302);
  if (trimmed !== pathname) return c.redirect(trimmed + search, 302);
  c.set('route', trimmed);
  const session = await readPageSession(c, deps);
  return session ? opened(c, deps, api, session) : toLogin(c, deps);
}

/** A cookie without a valid session means an expired session, which the sign-in page reports. */
function toLogin(c: ApiContext, { cookies }: { cookies: Cookies }): Response {
  const why = cookies.read(c, 'session') ? 'expired' : undefined;
  return c.redirect(loginPath(hereOf(c), why), 302);
}

async function opened(c: ApiContext, deps: Drawing, api: Hono<ApiEnv>, session: Session): Promise<Response> {
  const nonce = nonceFrom(deps);
  const boot = bootOf(pagePreferencesOf(c), deps, session);
  const fetch = async (url: string, init: RequestInit) => {
    await deps.next();
    const request = new Request(new URL(url, 'http://127.0.0.1'), init);
    return api.fetch(request, c.env);
  };
  const seen = (position: string) => {
    boot.position = earlierPosition(boot.position, position);
  };
  const by = session.person.id;
  const draw = async () => {
    const drawn = await deps.renderer.app(c.req.raw, { boot, nonce, fetch, seen }, deps.next);
    if (deps.turns.held(by) > pagesBeforePause) await (deps.rest ?? setTimeout)(REST_MS);
    return drawn;
  };
  const answer = await deps.turns.run(by, draw, c.req.raw.signal);
  const to = answer.headers.get('location');
  if (to) return c.redirect(to, 302);
  return answerHtml(c, await answer.text(), {
    // Cast: the router's status is an HTTP status.
    status: answer.status as StatusCode,
    headers: pageHeaders(nonce),
  });
}

const bootOf = (viewed: PagePreferences, { clock, demo }: PagesDeps, session: Session) => ({
  ...viewed,
  hidden: viewed.hidden || hasNamesHidden(session.viewer),
  now: clock.now(),
  demo,
  token: session.token,
  position: null as string | null,
});
