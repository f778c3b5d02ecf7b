/**
 * The HTTP application: the API's routes and the sub-applications mounted next to them. Testable without a
 * port.
 */
import { Hono, type MiddlewareHandler } from 'hono';
import { Refusal } from '#events/errors.ts';
import { refuseUnknownQuery } from '../http/body.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { answerRefusal } from '../http/envelope.ts';
import { createRouteGuard } from '../http/guard.ts';
import { type AppParts, createAllRoutes } from './all-routes.ts';
import type { ApiDeps } from './deps.ts';
import { fileQuerySchema } from './files.ts';
import { createMetricsEndpoint, type MetricsEndpoint } from './metrics.ts';
import { logRequests, setApiHeaders, setRequestContext } from './request-frame.ts';
import { mountRoutes, type Route } from './route.ts';

export type HttpApp = { app: Hono<ApiEnv>; routes: readonly Route[]; metrics: MetricsEndpoint };

function mountParts(app: Hono<ApiEnv>, deps: ApiDeps, parts: AppParts): void {
  const signedIn = createRouteGuard(deps, 'session');
  const reader = createRouteGuard(deps, 'session', { cookie: true });
  const knows =
    (query?: Parameters<typeof refuseUnknownQuery>[1]): MiddlewareHandler<ApiEnv> =>
    (c, next) => {
      refuseUnknownQuery(c, query);
      return next();
    };
  if (parts.uploads) {
    // tus OPTIONS requests need no session.
    app.use('/api/uploads/*', (c, next) => (c.req.method === 'OPTIONS' ? next() : signedIn(c, next)));
    app.use('/api/uploads/*', knows());
    app.route('/api/uploads', parts.uploads);
  }
  if (parts.files) {
    app.use('/api/files/*', reader, knows(fileQuerySchema));
    app.route('/api/files', parts.files);
  }
  if (parts.exports) {
    app.use(
      '/api/cases/export.xlsx',
      createRouteGuard(deps, 'session', { cookie: true, rights: ['exports'] }),
    );
    app.route('/api/cases', parts.exports);
  }
}

/** Refuses an empty case id before a route that takes one. */
function emptyCaseId(app: Hono<ApiEnv>, deps: ApiDeps): void {
  for (const path of ['/api/cases/', '/api/cases//*'])
    app.all(path, createRouteGuard(deps, 'session'), () => {
      throw new Refusal('caseIdMissing');
    });
}

const forApi = (path: string) => /^\/(?:api|resource)(?:\/|$)/.test(path);

export function createApp(deps: ApiDeps, parts: AppParts = {}): HttpApp {
  const app = new Hono<ApiEnv>();
  const metrics = createMetricsEndpoint(deps);
  const routes = createAllRoutes(deps, parts, metrics);
  app.onError((error, c) => answerRefusal(c, deps, error));
  app.notFound(c => answerRefusal(c, deps, new Refusal('notFound')));
  app.use(logRequests(deps, metrics));
  app.use(setRequestContext(deps));
  app.use('/api/*', setApiHeaders());
  app.use('/resource/*', setApiHeaders());
  mountParts(app, deps, parts);
  emptyCaseId(app, deps);
  mountRoutes(app, deps, routes);
  if (parts.pages) {
    const pages = parts.pages(app);
    const shown = (c: ApiContext) =>
      pages.fetch(c.req.raw, { ...c.env, routed: (route: string) => c.set('route', route) });
    app.all('*', (c, next) => (forApi(c.req.path) ? next() : shown(c)));
  }
  return { app, routes, metrics };
}
