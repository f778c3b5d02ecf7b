/** What every request passes first: its id, its language, the eye, headers of caution, the log line. */
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Refusal } from '#events/errors.ts';
import { stopwatch } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { languageAccepted, languageCookie, languageNamed } from '../words.ts';
import type { ApiEnv } from './context.ts';
import { cookieOf, eyeCookie } from './cookies.ts';
import type { Metrics } from './metrics.ts';

const API_VERSION = '1';

/** The request's frame; inside of it every answer may rely on `lang`, `hidden` and `requestId`. */
export function frame({ ids }: Pick<Deps, 'ids'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const requestId = ids.bytes(9).toString('base64url');
    const asked = languageNamed(cookieOf(c, languageCookie));
    const eye = c.req.header('x-eye') ?? (cookieOf(c, eyeCookie) === '1' ? 'hidden' : 'open');
    c.set('requestId', requestId);
    c.set('lang', asked ?? languageAccepted(c.req.header('accept-language')));
    c.set('hidden', eye.trim().toLowerCase() === 'hidden');
    c.header('X-Request-Id', requestId);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'same-origin');
    c.header('X-Frame-Options', 'SAMEORIGIN');
    await next();
  };
}

/** For the API alone: the version it speaks; its answers are one person's, and in one language. */
export function apiFrame(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.header('X-Api-Version', API_VERSION);
    c.header('Cache-Control', 'private, no-cache');
    c.header('Vary', 'Authorization, Cookie, Accept-Language, X-Eye');
    const version = c.req.header('x-api-version');
    if (version !== undefined && version.trim() !== API_VERSION)
      throw new Refusal('wrongVersion', { served: API_VERSION });
    await next();
  };
}

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
        span.name(`${method} ${routePath(c, -1)}`);
        span.note({ 'http.response.status_code': c.res.status });
      },
      c.req.header('traceparent'),
    );
    const seconds = elapsed();
    const route = routePath(c, -1);
    const { status } = c.res;
    metrics.request(method, route, status, seconds);
    const ms = Math.round(seconds * 10_000) / 10;
    log.debug({ requestId: c.get('requestId'), method, route, status, ms }, 'request');
  };
}
