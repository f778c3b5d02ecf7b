/** What every request passes first: its id, its language, the eye, headers of caution, the log line. */
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Refusal } from '#events/errors.ts';
import { stopwatch } from '../clock/clock.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { preferenceOf } from '../http/cookies.ts';
import { languageAccepted, languageNamed } from '../i18n/dictionaries.ts';
import type { Deps } from './deps.ts';
import type { Metrics } from './metrics.ts';

const API_VERSION = '1';

/** Sent with every answer, whichever part makes it; an answer's own value wins. */
const cautions = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'SAMEORIGIN',
};
/** Only where PUBLIC_URL is https: a year, with subdomains. */
const strictTransport = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** The request's frame; inside of it every answer may rely on `lang`, `hidden` and `requestId`. */
export function frame({ ids, cookies }: Pick<Deps, 'ids' | 'cookies'>): MiddlewareHandler<ApiEnv> {
  const always = Object.entries({ ...cautions, ...(cookies.secure ? strictTransport : {}) });
  return async (c, next) => {
    const requestId = ids.bytes(9).toString('base64url');
    const asked = languageNamed(preferenceOf(c, 'language'));
    const eye = c.req.header('x-eye') ?? (preferenceOf(c, 'eye') === '1' ? 'hidden' : 'open');
    c.set('requestId', requestId);
    c.set('lang', asked ?? languageAccepted(c.req.header('accept-language')));
    c.set('hidden', eye.trim().toLowerCase() === 'hidden');
    await next();
    c.header('X-Request-Id', requestId);
    // Afterwards, since pages and files answer with Response objects of their own.
    for (const [name, value] of always) if (!c.res.headers.has(name)) c.header(name, value);
  };
}

/** For the API alone: the version it speaks; its answers are one person's, and in one language. */
export function apiFrame(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.header('X-Api-Version', API_VERSION);
    // Patients' data must not stay in the cache of a shared computer.
    c.header('Cache-Control', 'no-store');
    c.header('Vary', 'Authorization, Cookie, Accept-Language, X-Eye');
    const version = c.req.header('x-api-version');
    if (version !== undefined && version.trim() !== API_VERSION)
      throw new Refusal('wrongVersion', { served: API_VERSION });
    await next();
  };
}

/**
 * The pattern of the route that answered; pages have an application of their own and say it themselves.
 * Trap: the last pattern that matches is the pages', which take every path.
 */
const routeOf = (c: ApiContext): string => c.get('route') ?? routePath(c);

/**
 * One line a request, and its measure. The route's pattern stands for the path: paths hold tokens and case numbers,
 * queries hold what people search for.
 */
export function logged(
  { log, tracer }: Pick<Deps, 'log' | 'tracer'>,
  metrics: Metrics,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const elapsed = stopwatch();
    const { method } = c.req;
    await tracer.run(
      method,
      async span => {
        await next();
        span.name(`${method} ${routeOf(c)}`);
        span.note({ 'http.response.status_code': c.res.status });
      },
      c.req.header('traceparent'),
    );
    const seconds = elapsed();
    const route = routeOf(c);
    const { status } = c.res;
    metrics.request(method, route, status, seconds);
    const ms = Math.round(seconds * 10_000) / 10;
    log.debug({ requestId: c.get('requestId'), method, route, status, ms }, 'request');
  };
}
