/** At the door of a route: who asks, whether the route is for them, and whether reads have caught up with them. */
import type { MiddlewareHandler } from 'hono';
import { Refusal } from '#events/errors.ts';
import { readPosition } from '#events/wire.ts';
import { isEyeClosed } from '#projections/closed.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Session, Sessions } from '../people/sessions.ts';
import { claimedSession } from '../people/tokens.ts';
import type { ApiContext, ApiEnv, Rule } from './context.ts';
import { type Cookies, setSession } from './cookies.ts';

/** A token older than this is renewed by the answer. */
const RENEW_MS = 60_000;
/** How long a read waits for the position that it names; after the first part of it, whether there is such a position is looked up. */
const WAIT_MS = 2_000;
const SOON_MS = 200;

type GuardDeps = RenewDeps & { models: ReadModels; store: Pick<EventStore, 'head'>; cookies: Cookies };

/** `cookie`: the session's cookie counts as well, for reading only (pages, files, PDFs). */
export type GuardOptions = { cookie?: boolean };

const reading = (c: ApiContext) => c.req.method === 'GET' || c.req.method === 'HEAD';

/** The token of the Authorization header, with or without `Bearer`. */
export function authorization(c: ApiContext): string | undefined {
  const header = c.req.header('authorization')?.trim();
  return header?.replace(/^Bearer\s+/i, '') || undefined;
}

/** What a page does by itself (a timer, a socket that reads anew) is no act of a person. */
export const isAct = (c: ApiContext) => c.req.header('x-background') !== '1';

/** The session, with a fresh token where its own is older than a minute and a person acts. */
export async function renewedOf(c: ApiContext, deps: RenewDeps, session: Session): Promise<Session> {
  const young = deps.clock.now() - session.issuedAt < RENEW_MS;
  return young || !isAct(c) ? session : deps.sessions.renew(session);
}
type RenewDeps = { sessions: Sessions; clock: Clock };

/** A renewed token goes out in `X-Token`; the cookie follows where it is of the same session: another tab may have another. */
async function renewing(c: ApiContext, deps: GuardDeps, session: Session): Promise<Session> {
  const current = await renewedOf(c, deps, session);
  if (current === session) return session;
  c.header('X-Token', current.token);
  const cookie = deps.cookies.read(c, 'session');
  if (cookie && claimedSession(cookie) === session.sessionId) setSession(c, deps.cookies, current);
  return current;
}

/** @throws Refusal positionForeign, notCaughtUp */
async function caughtUp(c: ApiContext, { models, store }: GuardDeps): Promise<void> {
  const wire = c.req.header('x-position');
  if (wire === undefined) return;
  const position = readPosition(models.logId, wire);
  if (position === undefined) throw new Refusal('positionForeign');
  if (await models.reached(position, SOON_MS)) return;
  if (position > (await store.head())) throw new Refusal('positionForeign');
  if (!(await models.reached(position, WAIT_MS - SOON_MS))) throw new Refusal('notCaughtUp');
}

/**
 * Lets through whom the rule names; `sessionOf(c)` then has the session.
 * @throws Refusal loginExpired, sessionEnded, notPermitted; positionForeign, notCaughtUp
 */
export function guard(deps: GuardDeps, rule: Rule, options: GuardOptions = {}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (rule !== 'public') {
      const byCookie = options.cookie === true && reading(c);
      const token = authorization(c) ?? (byCookie ? deps.cookies.read(c, 'session') : undefined);
      const session = await deps.sessions.verify(token, { act: isAct(c) });
      // Before the rule is asked: the security log names the person who is refused.
      c.set('session', session);
      if (rule !== 'session' && !rule.includes(session.viewer.position)) throw new Refusal('notPermitted');
      c.set('session', await renewing(c, deps, session));
      if (isEyeClosed(session.viewer)) c.set('hidden', true);
    }
    await caughtUp(c, deps);
    await next();
  };
}
