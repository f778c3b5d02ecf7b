/**
 * A route: its access rule, its input and output, and its four steps (who, parse, do, present). The list of
 * routes is mounted as the API and generates its description.
 */
import type { Hono } from 'hono';
import type * as z from 'zod/mini';
import type { SwitchableRight, Viewer } from '#events/person/position.ts';
import type { PresentCtx } from '#projections/present.ts';
import {
  type BodyBounds,
  type BodySchema,
  createPublicBodyBounds,
  readQuery,
  refuseUnknownQuery,
} from '../http/body.ts';
import {
  type AccessRule,
  type ApiContext,
  type ApiEnv,
  presentationContextOf,
  sessionOfRequest,
} from '../http/context.ts';
import { createRouteGuard } from '../http/guard.ts';
import type { Session } from '../people/session.ts';
import type { ApiDeps } from './deps.ts';

type Schema = z.ZodMiniType;
export type HttpMethod = 'get' | 'post' | 'put' | 'delete';

/** Parameters of a handler. */
export type RouteCall<Q, B> = {
  c: ApiContext;
  /** Returns a segment of the path by its name. */
  param: (name: string) => string;
  /** @throws Refusal badInput */
  query: () => Q;
  /** @throws Refusal badInput, tooLarge, wrongMediaType */
  body: () => Promise<B>;
};

/** Like `RouteCall`, with the viewer that the route's access rule admitted. */
export type SignedCall<Q, B> = RouteCall<Q, B> & { viewer: Viewer; session: Session; ctx: PresentCtx };

export type RouteDescription<Q extends Schema, B extends Schema> = {
  /** Path of the route in Hono's format: `/api/cases/:id`. */
  path: string;
  tag: string;
  summary: string;
  /** Schema of the allowed query fields. Default: no fields. */
  query?: Q;
  body?: BodySchema<B>;
  /** True if the route also accepts the session's cookie (GET of files and pages). */
  cookie?: boolean;
  /** Rights that the organisation may have taken from the position. All are needed. */
  rights?: readonly SwitchableRight[];
  /** True if a session that still has to set up a second factor may call the route. */
  held?: boolean;
  /** True if a key for notebooks may call the route. */
  notebook?: boolean;
  /** Media type of a file. Default: the JSON envelope. */
  media?: string;
};

/** A GET that does not answer with a file is declared with `get-route.ts`, which types its data. */
type Answering = { method: Exclude<HttpMethod, 'get'> } | { method: 'get'; media: string };

type PublicRoute<Q extends Schema, B extends Schema> = RouteDescription<Q, B> &
  Answering & {
    rule: 'public';
    handle: (call: RouteCall<z.infer<Q>, z.infer<B>>) => Promise<Response> | Response;
  };
type SignedRoute<Q extends Schema, B extends Schema> = RouteDescription<Q, B> &
  Answering & {
    rule: Exclude<AccessRule, 'public'>;
    handle: (call: SignedCall<z.infer<Q>, z.infer<B>>) => Promise<Response> | Response;
  };

/** A route in the list: its input is described here and parsed in its handler. */
export type Route = Omit<RouteDescription<Schema, Schema>, 'body'> & {
  method: HttpMethod;
  rule: AccessRule;
  body?: { schema: Schema; example: unknown };
  /** Routes that share one handler (the actions), each with its path and body. */
  described?: readonly { path: string; summary: string; body: { schema: Schema; example: unknown } }[];
  answer: (c: ApiContext, deps: RouteDeps) => Promise<Response> | Response;
};

export type RouteDeps = Pick<ApiDeps, 'models' | 'timers' | 'words'>;

/**
 * Creates the readers of a request: its path segments, its query and its body. Each parses when it is called.
 * @param bounds limits of the body. Default: those of signed-in people
 */
export function createCallReaders<Q extends Schema, B extends Schema>(
  def: RouteDescription<Q, B>,
  c: ApiContext,
  bounds?: BodyBounds,
) {
  return {
    c,
    param: (name: string) => c.req.param(name) ?? '',
    query: (): z.infer<Q> => {
      if (!def.query) throw new Error(`${def.path} declares no query`);
      return readQuery(c, def.query);
    },
    body: (): Promise<z.infer<B>> => {
      if (!def.body) throw new Error(`${def.path} declares no body`);
      return def.body.read(c, bounds);
    },
  };
}

/** A route without a session. It accepts small bodies that arrive quickly. */
export function publicRoute<Q extends Schema, B extends Schema>(def: PublicRoute<Q, B>): Route {
  const { handle, ...described } = def;
  return {
    ...described,
    answer: (c, deps) => handle(createCallReaders(def, c, createPublicBodyBounds(deps))),
  };
}

/** A route for signed-in people, or for some positions. */
export function signedRoute<Q extends Schema, B extends Schema>(
  def: SignedRoute<Q, B> & Pick<Route, 'described'>,
): Route {
  const { handle, ...described } = def;
  return {
    ...described,
    answer: (c, deps) => {
      const session = sessionOfRequest(c);
      return handle({
        ...createCallReaders(def, c),
        session,
        viewer: session.viewer,
        ctx: presentationContextOf(c, deps),
      });
    },
  };
}

/** Mounts routes, each behind its rule and its query fields. Counts each account's commands. */
export function mountRoutes(app: Hono<ApiEnv>, deps: ApiDeps, routes: readonly Route[]): void {
  for (const r of routes) {
    const counted = r.method !== 'get' && r.rule !== 'public';
    app.on(r.method.toUpperCase(), r.path, createRouteGuard(deps, r.rule, r), c => {
      refuseUnknownQuery(c, r.query);
      if (counted) deps.acts(sessionOfRequest(c).person.id);
      return r.answer(c, deps);
    });
  }
}
