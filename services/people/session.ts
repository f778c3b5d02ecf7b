/** A session, and the state that all work on sessions shares. */
import type { Directory, Person } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { SecondFactorHold } from './factor-hold.ts';
import type { GenuineNotebookKey } from './notebook-keys.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';
import type { RememberMe } from './remember-me.ts';
import type { SecondFactorPolicy } from './second-step.ts';
import type { SessionEndings } from './session-endings.ts';
import type { SessionRecords } from './session-records.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';

export type Session = {
  person: Person;
  viewer: Viewer;
  sessionId: string;
  token: string;
  /** Time when the token was issued, ms. */
  issuedAt: number;
  expiresAt: number;
  /** True if the session can only set up a second factor, or sign out (factor-hold.ts). */
  held: boolean;
  /** The key for notebooks that is used instead of a session. */
  notebookKey?: GenuineNotebookKey;
};

export type SessionsDeps = {
  store: EventStore;
  people: PeopleDirectory;
  /** The directory of the read models, which is available without a read for each request. */
  directory: () => Directory;
  passwords: Passwords;
  tries: SignInAttempts;
  tokens: SessionTokens;
  remember: RememberMe;
  secondFactor: SecondFactorPolicy;
  hold: SecondFactorHold;
  records: SessionRecords;
  clock: Clock;
  ids: Ids;
};

/** The dependencies of sessions, and what this node knows about sessions. */
export type SessionsState = SessionsDeps & {
  /** Time of each session's last use that this node has seen. */
  used: Map<string, number>;
  endings: SessionEndings;
};

/** Signs a token for a session. */
export async function sessionWithNewToken(
  { clock, tokens }: Pick<SessionsState, 'clock' | 'tokens'>,
  { person, viewer, sessionId, held }: Pick<Session, 'person' | 'viewer' | 'sessionId' | 'held'>,
): Promise<Session> {
  const issuedAt = clock.now();
  const { token, expiresAt } = await tokens.sign({ personId: person.id, sessionId }, issuedAt);
  return { person, viewer, sessionId, token, issuedAt, expiresAt, held };
}
