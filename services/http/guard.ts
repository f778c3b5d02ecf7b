/** Checks each request before its route: session, the route's rule, and whether the rows have reached X-Position. */
import type { MiddlewareHandler } from 'hono';
import { Refusal } from '#events/errors.ts';
import type { SwitchableRight } from '#events/person/position.ts';
import { parseWirePosition } from '#events/wire.ts';
import { hasNamesHidden } from '#projections/analyst-filter.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { NotebookKeyGate } from '../people/notebook-key-gate.ts';
import { isNotebookKey } from '../people/notebook-keys.ts';
import type { Session } from '../people/session.ts';
import { unverifiedSessionId } from '../people/session-tokens.ts';
import type { Sessions } from '../people/sessions.ts';
import { type AccessRule, type ApiContext, type ApiEnv, clientAddress } from './context.ts';
import { type Cookies, setSessionCookies } from './cookies.ts';
import type { Proxies } from './proxies.ts';

/** Age from which an answer renews the token. */
const RENEW_MS = 60_000;
/** Maximum wait of a read for its X-Position, in ms. After SOON_MS, the log is asked whether that position exists. */
const WAIT_MS = 2_000;
const SOON_MS = 200;

type GuardDeps = RenewDeps & {
  models: ReadModels;
  store: Pick<EventStore, 'head'>;
  cookies: Cookies;
  notebookKeys: NotebookKeyGate;
  proxies?: Proxies;
};

/**
 * `cookie`: also accepts the session's cookie, for reading only (pages, files, PDFs). `held`: also admits a session
 * that still has to set up a second factor. `rights`: refuses people from whom the organisation has taken one of these
 * rights. `notebook`: also admits a key for notebooks, for reading only.
 */
export type GuardOptions = {
  cookie?: boolean;
  held?: boolean;
  rights?: readonly SwitchableRight[];
  notebook?: boolean;
};

const reading = (c: ApiContext) => c.req.method === 'GET' || c.req.method === 'HEAD';

/** The token of the Authorization header, with or without `Bearer`. */
export function authorizationToken(c: ApiContext): string | undefined {
  const header = c.req.header('authorization')?.trim();
  return header?.replace(/^Bearer\s+/i, '') || undefined;
}

/** False for background requests of a page (timers, re-reads), which do not keep a session alive. */
export const isActOfPerson = (c: ApiContext) => c.req.header('x-background') !== '1';

/** Renews the token of a session if it is older than a minute and a person acts. */
export async function renewSession(c: ApiContext, deps: RenewDeps, session: Session): Promise<Session> {
  const young = deps.clock.now() - session.issuedAt < RENEW_MS;
  return young || !isActOfPerson(c) ? session : deps.sessions.renew(session);
}
type RenewDeps = { sessions: Sessions; clock: Clock };

/**
 * Sends a renewed token in `X-Token`, and in the cookie if that belongs to the same session. Another tab may have
 * another session.
 */
async function renewing(c: ApiContext, deps: GuardDeps, session: Session): Promise<Session> {
  const current = await renewSession(c, deps, session);
  if (current === session) return session;
  c.header('X-Token', current.token);
  const cookie = deps.cookies.read(c, 'session');
  if (cookie && unverifiedSessionId(cookie) === session.sessionId)
    setSessionCookies(c, deps.cookies, current);
  return current;
}

/** @throws Refusal positionForeign, notCaughtUp */
async function caughtUp(c: ApiContext, { models, store }: GuardDeps): Promise<void> {
  const wire = c.req.header('x-position');
  if (wire === undefined) return;
  const position = parseWirePosition(models.logId, wire);
  if (position === undefined) throw new Refusal('positionForeign');
  c.set('position', position);
  if (await models.reached(position, SOON_MS)) return;
  if (position > (await store.head())) throw new Refusal('positionForeign');
  if (!(await models.reached(position, WAIT_MS - SOON_MS))) throw new Refusal('notCaughtUp');
}

/**
 * Verifies the session of a request, or the notebook key in place of a session.
 * @throws Refusal keyInvalid for a wrong key, and for any key at a route that takes none
 */
function verified(
  c: ApiContext,
  deps: GuardDeps,
  { cookie, held, notebook }: GuardOptions,
): Promise<Session> {
  const byCookie = cookie === true && reading(c);
  const token = authorizationToken(c) ?? (byCookie ? deps.cookies.read(c, 'session') : undefined);
  if (!isNotebookKey(token)) return deps.sessions.verify(token, { act: isActOfPerson(c), held });
  if (notebook !== true || !reading(c)) throw new Refusal('keyInvalid');
  return deps.notebookKeys.admit(token, clientAddress(c, deps));
}

/**
 * Creates middleware that admits the positions of the rule, and sets the session for `sessionOfRequest(c)`.
 * @throws Refusal loginExpired, sessionEnded, secondFactorMissing, keyInvalid, notPermitted; positionForeign,
 * notCaughtUp
 */
export function createRouteGuard(
  deps: GuardDeps,
  rule: AccessRule,
  options: GuardOptions = {},
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (rule !== 'public') {
      const session = await verified(c, deps, options);
      // Set before the rule is checked, so that the security log names a refused person.
      c.set('session', session);
      if (rule !== 'session' && !rule.includes(session.viewer.position)) throw new Refusal('notPermitted');
      if (options.rights?.some(right => session.viewer.withheld?.includes(right)))
        throw new Refusal('notPermitted');
      if (!session.notebookKey) c.set('session', await renewing(c, deps, session));
      if (hasNamesHidden(session.viewer)) c.set('hidden', true);
    }
    await caughtUp(c, deps);
    await next();
  };
}
