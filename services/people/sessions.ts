/**
 * Sessions of signed-in people. A token is valid until it expires, and longer while this node saw its session used in
 * the last 15 minutes (lifecycle.md, Accounts). An event ends a session early, and every node follows these events.
 */

import {
  beginNewSession,
  type Credentials,
  type NewSessionOptions,
  resumeSession,
  type SessionWithCookies,
  signInWithCredentials,
} from './begin-session.ts';
import type { RequestingClient } from './client-description.ts';
import { type EndSessionsCommand, endAllSessions, recordSessionEvent } from './end-sessions.ts';
import { createOwnSessions, type OwnSessions } from './own-sessions.ts';
import { type Session, type SessionsDeps, type SessionsState, sessionWithNewToken } from './session.ts';
import { type VerifySessionOptions, verifySession } from './session-check.ts';
import { createSessionEndings, type EndedSessions } from './session-endings.ts';

export type Sessions = {
  /** @throws Refusal wrongPassword, userFrozen, trialOver, secondFactorNeeded; alreadySignedIn during a live session */
  signIn(credentials: Credentials): Promise<SessionWithCookies>;
  /**
   * Starts a session without a password: for a new account, or after a second step.
   * @throws Refusal userFrozen, trialOver
   */
  begin(personId: string, how?: NewSessionOptions): Promise<SessionWithCookies>;
  /**
   * Starts a session for a remember-me token. Returns it with the successor token; undefined if the token is invalid.
   */
  resume(remember: string, client?: RequestingClient): Promise<SessionWithCookies | undefined>;
  /**
   * Returns the session of a token. `act`: true for a person's action, which extends the session; false for sockets,
   * timers and background reads. `held`: true if a session without a demanded second factor is admitted.
   * @throws Refusal loginExpired (missing, malformed, idle), sessionEnded (signed out, frozen, password changed),
   * secondFactorMissing
   */
  verify(token: string | undefined, how: VerifySessionOptions): Promise<Session>;
  /** Notes that the person set up a second factor in this session. */
  prove(session: Pick<Session, 'person' | 'sessionId'>): Promise<void>;
  /** Issues a fresh token for a session. */
  renew(session: Session): Promise<Session>;
  /** @throws Refusal as `verify` */
  signOut(token: string | undefined, remember?: string): Promise<void>;
  /** Ends all of a person's sessions that began before now. Idempotent per command. */
  endAll(personId: string, command: EndSessionsCommand): Promise<void>;
  /** A person's own sessions: their list, and their ends. */
  own: OwnSessions;
  /** Calls `listener` when sessions end early, so that sockets can close. Returns the function that unsubscribes. */
  onEnded(listener: (ended: EndedSessions) => void): () => void;
  /**
   * Follows the ends of sessions on other nodes. Resolves when all relevant ends are known, with the function that
   * stops following.
   */
  start(): Promise<() => void>;
};

async function signOut(
  live: SessionsState,
  text: string | undefined,
  kept: string | undefined,
): Promise<void> {
  const { person, sessionId } = await verifySession(live, text, { act: false, held: true });
  const data = { personId: person.id, sessionId };
  await recordSessionEvent(live, { type: 'SignedOut', data }, { by: person.id, id: live.ids.uuid() });
  live.endings.end(data);
  if (kept) await live.remember.end(kept);
  await live.records.forget(data);
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { store, clock } = deps;
  const used = new Map<string, number>();
  const endings = createSessionEndings({ store, clock, ended: id => void used.delete(id) });
  const live = { ...deps, used, endings };
  const lastUse = (id: string) => used.get(id);
  return {
    signIn: credentials => signInWithCredentials(live, credentials),
    begin: (personId, how = {}) => beginNewSession(live, personId, how),
    resume: (text, client) => resumeSession(live, text, client),
    verify: (token, how) => verifySession(live, token, how),
    prove: ({ person, sessionId }) => live.records.prove({ personId: person.id, sessionId }),
    renew: session => sessionWithNewToken(live, session),
    signOut: (token, kept) => signOut(live, token, kept),
    endAll: async (personId, command) => void (await endAllSessions(live, personId, command)),
    own: createOwnSessions({ ...live, lastUse }),
    onEnded: endings.onEnded,
    start: endings.start,
  };
}
