/** The session of a page, read from its cookie, or started by "remember me" if the session has ended. */

import { isRefusal } from '#events/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Session } from '../people/session.ts';
import type { Sessions } from '../people/sessions.ts';
import { type ApiContext, clientOfRequest } from './context.ts';
import { type Cookies, setSessionCookies } from './cookies.ts';
import { renewSession } from './guard.ts';
import type { Proxies } from './proxies.ts';

type PageSessionDeps = { sessions: Sessions; clock: Clock; cookies: Cookies; proxies?: Proxies };

/**
 * Returns the session of a page request (GET only). Opening a page keeps the session alive and renews its cookie.
 * Returns undefined if nobody is signed in, or if the session is held until a second factor is set up. The caller then
 * shows the login page, which distinguishes both.
 */
export async function readPageSession(c: ApiContext, deps: PageSessionDeps): Promise<Session | undefined> {
  const session = await readAnyPageSession(c, deps);
  return session?.held ? undefined : session;
}

/** Like `readPageSession`, but also returns a held session. */
export async function readAnyPageSession(c: ApiContext, deps: PageSessionDeps): Promise<Session | undefined> {
  const token = deps.cookies.read(c, 'session');
  const live = token ? await verified(deps, token) : undefined;
  if (live) {
    const current = await renewSession(c, deps, live);
    if (current !== live) setSessionCookies(c, deps.cookies, current);
    return current;
  }
  const remembered = deps.cookies.read(c, 'remember');
  const resumed = remembered ? await deps.sessions.resume(remembered, clientOfRequest(c, deps)) : undefined;
  if (resumed) setSessionCookies(c, deps.cookies, resumed);
  return resumed;
}

async function verified({ sessions }: { sessions: Sessions }, token: string): Promise<Session | undefined> {
  try {
    return await sessions.verify(token, { act: true, held: true });
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
