/** Handles every request before and after its route: sets id, language, eye and security headers, and logs it. */
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Refusal } from '#events/errors.ts';
import { createStopwatch } from '../clock/clock.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { preferenceOfRequest } from '../http/cookies.ts';
import { parseLanguage, parsePreferredLanguage } from '../i18n/dictionaries.ts';
import type { ApiDeps } from './deps.ts';
import type { MetricsEndpoint } from './metrics.ts';

const API_VERSION = '1';

/** Default headers of every answer. An answer's own value wins. */
const cautions = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'SAMEORIGIN',
};
/** HSTS, only if PUBLIC_URL is https: a year, with subdomains. */
const strictTransport = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** Sets the request's id, language and eye. Handlers may rely on `requestId`, `lang` and `hidden`. */
export function setRequestContext({
  ids,
  cookies,
}: Pick<ApiDeps, 'ids' | 'cookies'>): MiddlewareHandler<ApiEnv> {
  const always = Object.entries({ ...cautions, ...(cookies.secure ? strictTransport : {}) });
  return async (c, next) => {
    const requestId = ids.bytes(9).toString('base64url');
    const asked = parseLanguage(preferenceOfRequest(c, 'language'));
    const eye = c.req.header('x-eye') ?? (preferenceOfRequest(c, 'eye') === '1' ? 'hidden' : 'open');
    c.set('requestId', requestId);
    c.set('lang', asked ?? parsePreferredLanguage(c.req.header('accept-language')));
    c.set('hidden', eye.trim().toLowerCase() === 'hidden');
    await next();
    c.header('X-Request-Id', requestId);
    // Set afterwards, because pages and files answer with their own Response objects.
    for (const [name, value] of always) if (!c.res.headers.has(name)) c.header(name, value);
  };
}

/** For the API only: its version, and headers for personal answers in one language. */
export function setApiHeaders(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.header('X-Api-Version', API_VERSION);
    // Patient data must not stay in the cache of a shared computer.
    c.header('Cache-Control', 'no-store');
    c.header('Vary', 'Authorization, Cookie, Accept-Language, X-Eye');
    const version = c.req.header('x-api-version');
    if (version !== undefined && version.trim() !== API_VERSION)
      throw new Refusal('wrongVersion', { served: API_VERSION });
    await next();
  };
}

/**
 * Pattern of the route that answered; pages set their own. Trap: the last matching pattern is the pages',
 * which match every path.
 */
const routeOf = (c: ApiContext): string => c.get('route') ?? routePath(c);

/**
 * Logs and counts each request, by the route's pattern: paths hold tokens and case numbers, queries hold
 * search texts.
 */
export function logRequests(
  { log, tracer }: Pick<ApiDeps, 'log' | 'tracer'>,
  metrics: MetricsEndpoint,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const elapsed = createStopwatch();
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
