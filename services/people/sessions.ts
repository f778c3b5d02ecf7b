/**
 * Sessions of signed-in people. A token is valid until it expires, or longer while this node saw its session used in
 * the last 15 minutes (lifecycle.md, Accounts). An event ends a session early, and every node follows those events.
 */
import { v7 } from 'uuid';
import { limits } from '#events/case/options.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import { type Directory, findByAccount, type Person, viewerIn } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import { isTrialOver } from '#events/person/trial.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { RecordVersion } from '../vault/port.ts';
import type { Client } from './client-description.ts';
import { type EndCommand, endAllSessions, recordSessionEvent } from './end-sessions.ts';
import { createOwnSessions, type OwnSessions } from './own-sessions.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';
import type { RememberMe } from './remember-me.ts';
import type { SecondFactorDemand } from './second-step.ts';
import { createSessionEndings, type EndedSessions, type SessionEndings } from './session-endings.ts';
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
};

export type SignInResult = Session & {
  /** First token of a remember-me family, if requested. */
  remember?: string;
  /** The device's new cookie, after a sign-in with a password. */
  device?: string;
};

type Credentials = {
  /** The account's user name, phone or e-mail. */
  account: string;
  password: string;
  remember?: boolean;
  /** The Authorization header of the request. */
  over?: string;
  /** Id of a device that has signed in to this account before. */
  device?: string;
} & Pick<Beginning, 'client'>;

type Beginning = {
  /** Client of the request, for the person's list of sessions. Default: an unknown one. */
  client?: Client;
  /** Remember-me family of the browser. */
  family?: string;
};
const unknownClient: Client = { address: '', userAgent: undefined };

export type Sessions = {
  /** @throws Refusal wrongPassword, userFrozen, trialOver, secondFactorNeeded; alreadySignedIn during a live session */
  signIn(credentials: Credentials): Promise<SignInResult>;
  /** Starts a session without a password: for a new account, or after a second step. @throws Refusal userFrozen, trialOver */
  begin(personId: string, how?: NewBeginning): Promise<SignInResult>;
  /** A new session for a remember-me token, with its successor. Undefined if the token is invalid. */
  resume(remember: string, client?: Client): Promise<SignInResult | undefined>;
  /**
   * The session of a token. `act`: true for a person's action, which extends the session; false for sockets, timers
   * and background reads.
   * @throws Refusal loginExpired (missing, malformed, idle), sessionEnded (signed out, frozen, password changed)
   */
  verify(token: string | undefined, how: { act: boolean }): Promise<Session>;
  /** Issues a fresh token for a session. */
  renew(session: Session): Promise<Session>;
  /** @throws Refusal as `verify` */
  signOut(token: string | undefined, remember?: string): Promise<void>;
  /** Ends all of a person's sessions that began before now. Idempotent per command. */
  endAll(personId: string, command: EndCommand): Promise<void>;
  /** A person's own sessions: their list, and their ends. */
  own: OwnSessions;
  /** Calls `listener` when sessions end early, so that sockets can close. Returns the function that unsubscribes. */
  onEnded(listener: (ended: EndedSessions) => void): () => void;
  /**
   * Follows ends on other nodes. Resolves once all relevant ones are known, with the function that stops following.
   */
  start(): Promise<() => void>;
};

export type SessionsDeps = {
  store: EventStore;
  people: PeopleDirectory;
  /** The directory of the read models: available without a read for every request. */
  directory: () => Directory;
  passwords: Passwords;
  tries: SignInAttempts;
  tokens: SessionTokens;
  remember: RememberMe;
  secondFactor: SecondFactorDemand;
  records: SessionRecords;
  clock: Clock;
  ids: Ids;
};

function admit(directory: Directory, personId: string, now: number): Person {
  const person = directory.people.get(personId);
  if (!person || person.frozen) throw new Refusal('userFrozen');
  if (isTrialOver(directory, person, now)) throw new Refusal('trialOver');
  return person;
}

/** State shared by the functions of this file. */
type Live = SessionsDeps & {
  /** Time of each session's last use that this node has seen. */
  used: Map<string, number>;
  endings: SessionEndings;
};

type Admitted = Pick<Session, 'person' | 'viewer'>;

async function sessionOf(
  { clock, tokens }: Live,
  { person, viewer }: Admitted,
  sessionId: string,
): Promise<Session> {
  const issuedAt = clock.now();
  const { token, expiresAt } = await tokens.sign({ personId: person.id, sessionId }, issuedAt);
  return { person, viewer, sessionId, token, issuedAt, expiresAt };
}

async function begin(live: Live, personId: string, { client, family }: Beginning): Promise<Session> {
  const { people, clock, ids, endings, records } = live;
  const directory = await people.current();
  const person = admit(directory, personId, clock.now());
  const msecs = Math.max(clock.now(), endings.before(personId) + 1);
  const sessionId = v7({ msecs, random: ids.bytes(16) });
  const data = { personId, sessionId };
  await recordSessionEvent(live, { type: 'SignedIn', data }, { by: personId, id: ids.uuid() });
  await records.begin({ ...data, family }, client ?? unknownClient);
  return sessionOf(live, { person, viewer: viewerIn(directory, person) }, sessionId);
}

type NewBeginning = Pick<Beginning, 'client'> & {
  /** Starts a remember-me family too. */
  remember?: boolean;
};

/** Starts a session in a browser that is not remembered yet. */
async function beginAnew(
  live: Live,
  personId: string,
  { client, remember }: NewBeginning,
): Promise<SignInResult> {
  const kept = remember ? { remember: await live.remember.issue(personId) } : {};
  const family = kept.remember && live.remember.familyOf(kept.remember);
  return { ...(await begin(live, personId, { client, family })), ...kept };
}

/** The person of a session, if still admitted. @throws Refusal sessionEnded */
async function stillAdmitted({ directory, people, clock }: Live, personId: string): Promise<Admitted> {
  // The read models may lag, so a new person is looked up in the stream.
  const known = directory().people.has(personId) ? directory() : await people.current();
  const person = known.people.get(personId);
  if (!person || person.frozen || isTrialOver(known, person, clock.now())) throw new Refusal('sessionEnded');
  return { person, viewer: viewerIn(known, person) };
}

async function verify(live: Live, text: string | undefined, { act }: { act: boolean }): Promise<Session> {
  if (!text) throw new Refusal('loginExpired');
  const { personId, sessionId, issuedAt, expiresAt } = await live.tokens.read(text);
  if (live.endings.has(personId, sessionId)) throw new Refusal('sessionEnded');
  const now = live.clock.now();
  const lastUse = live.used.get(sessionId);
  if (now >= expiresAt && (lastUse === undefined || now - lastUse >= limits.idleMs)) {
    live.used.delete(sessionId);
    throw new Refusal('loginExpired');
  }
  const { person, viewer } = await stillAdmitted(live, personId);
  if (act) {
    touch(live.used, sessionId, now);
    live.records.used({ personId, sessionId });
  }
  return { person, viewer, sessionId, token: text, issuedAt, expiresAt };
}

async function signIn(live: Live, how: Credentials): Promise<SignInResult> {
  const { account, password, remember, over, device, client } = how;
  const { people, tries, passwords } = live;
  if (over && (await verify(live, over, { act: false }).catch(ifRefused)))
    throw new Refusal('alreadySignedIn');
  const known = await people.current();
  const person = findByAccount(known, account);
  let checked: RecordVersion | undefined;
  const tried = await tries.attempt({ personId: person?.id, account, device }, async () => {
    checked = await passwords.check(person?.id, password);
    return checked !== undefined;
  });
  if (tried === 'frozen') throw new Refusal('userFrozen');
  if (!person || checked === undefined) throw new Refusal('wrongPassword');
  admit(known, person.id, live.clock.now());
  await live.secondFactor.demand(person, { password: checked, remember: remember === true });
  const session = await beginAnew(live, person.id, { client, remember });
  // The password changed during the check: `endAll` may have missed this session.
  if (!(await passwords.isStill(person.id, checked))) throw new Refusal('wrongPassword');
  return session;
}

async function resume(live: Live, text: string, client?: Client): Promise<SignInResult | undefined> {
  const redeemed = await live.remember.redeem(text);
  if (!redeemed) return undefined;
  const family = live.remember.familyOf(redeemed.successor);
  const session = await begin(live, redeemed.personId, { client, family }).catch(ifRefused);
  // The family ended during the redemption, like after a password change.
  if (!session || !(await live.remember.lasts(redeemed.successor))) return undefined;
  return { ...session, remember: redeemed.successor };
}

async function signOut(live: Live, text: string | undefined, kept: string | undefined): Promise<void> {
  const { person, sessionId } = await verify(live, text, { act: false });
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
    signIn: credentials => signIn(live, credentials),
    begin: (personId, how = {}) => beginAnew(live, personId, how),
    resume: (text, client) => resume(live, text, client),
    verify: (token, how) => verify(live, token, how),
    renew: session => sessionOf(live, session, session.sessionId),
    signOut: (token, kept) => signOut(live, token, kept),
    endAll: async (personId, command) => void (await endAllSessions(live, personId, command)),
    own: createOwnSessions({ ...live, lastUse }),
    onEnded: endings.onEnded,
    start: endings.start,
  };
}

const ifRefused = (error: unknown) => {
  if (isRefusal(error)) return undefined;
  throw error;
};

/** Keeps the newest use last, so that expired entries are at the front and are removed first. */
function touch(used: Map<string, number>, sessionId: string, now: number): void {
  used.delete(sessionId);
  used.set(sessionId, now);
  for (const [id, at] of used) {
    if (now - at < limits.idleMs) return;
    used.delete(id);
  }
}
