/** The Hono context of a request, for API routes, pages and uploads. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { Refusal } from '#events/errors.ts';
import type { Position, Viewer } from '#events/person/position.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Lang } from '../i18n/dictionaries.ts';
import type { RequestingClient } from '../people/client-description.ts';
import type { Session } from '../people/session.ts';
import type { Cookies } from './cookies.ts';
import { createProxies, findUntrustedAddress, type Proxies } from './proxies.ts';

export type ApiEnv = {
  Bindings: Partial<HttpBindings> & {
    /** Reports the pattern of the page that answers, for metrics and traces. */
    routed?: (route: string) => void;
  };
  Variables: {
    requestId: string;
    lang: Lang;
    /** True if the eye is closed: names and phone numbers are then masked. */
    hidden: boolean;
    /** The route for metrics and traces, if it differs from the router's pattern. */
    route?: string;
    /** The verified session, set by `guard`. */
    session?: Session;
    /** Log position from the request's X-Position, which the rows have reached. Set by `guard`. */
    position?: bigint;
  };
};

export type ApiContext = Context<ApiEnv>;

/** Access rule of a route. A route without a rule does not compile. */
export type AccessRule = 'public' | 'session' | readonly Position[];

/** Returns the session that `guard` has verified. @throws Refusal loginExpired if the route has no guard */
export function sessionOfRequest(c: ApiContext): Session {
  const session = c.get('session');
  if (!session) throw new Refusal('loginExpired');
  return session;
}

export const viewerOfRequest = (c: ApiContext): Viewer => sessionOfRequest(c).viewer;

/** The context in which rows are presented to this request's person. */
export function presentationContextOf(c: ApiContext, deps: { models: ReadModels }): PresentCtx {
  const { personRef, logId } = deps.models;
  return { viewer: viewerOfRequest(c), hidden: c.get('hidden'), person: personRef, logId };
}

/** The URL of a page for printing: under PUBLIC_URL if that is https, otherwise under the request's origin. */
export const printedPageUrl = (
  c: ApiContext,
  { publicUrl, cookies }: { publicUrl: string; cookies: Cookies },
  path: string,
): string => new URL(path, cookies.secure ? publicUrl : c.req.url).href;

const nobody = createProxies([]);

/** Returns the client's address. Use it only for rate limits, the security log and the person's list of sessions. */
export function clientAddress(c: ApiContext, { proxies = nobody }: { proxies?: Proxies }): string {
  const socket = c.env?.incoming?.socket?.remoteAddress;
  return socket === undefined
    ? 'local'
    : findUntrustedAddress(socket, c.req.header('x-forwarded-for'), proxies);
}

/** The client, for the person's list of sessions. */
export const clientOfRequest = (c: ApiContext, deps: { proxies?: Proxies }): RequestingClient => ({
  address: clientAddress(c, deps),
  userAgent: c.req.header('user-agent'),
});
