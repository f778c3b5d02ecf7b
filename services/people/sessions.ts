/**
 * Sessions of signed-in people. A token is valid until it expires, or longer while this node saw its session used in
 * the last 15 minutes (lifecycle.md, Accounts). An event ends a session early, and every node follows those events.
 */
import { v7 } from 'uuid';
import { limits } from '#events/case/limits.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import { type Directory, findByAccount, type Person, viewerIn } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import { isTrialOver } from '#events/person/trial.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { RecordVersion } from '../vault/port.ts';
import type { Client } from './client-description.ts';
import { type EndCommand, endAllSessions, recordSessionEvent } from './end-sessions.ts';
import type { FactorHold } from './factor-hold.ts';
import type { GenuineKey } from './notebook-keys.ts';
import { createOwnSessions, type OwnSessions } from './own-sessions.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';
import type { RememberMe, SessionProof } from './remember-me.ts';
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
  /** True if the session can only set up a second factor, or sign out (factor-hold.ts). */
  held: boolean;
  /** The key for notebooks that stands in for a session. */
  notebookKey?: GenuineKey;
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
  /** What the sign-in showed besides a password. */
  proof?: SessionProof | undefined;
};
type VerifyOptions = { act: boolean; held?: boolean };
const unknownClient: Client = { address: '', userAgent: undefined };

export type Sessions = {
  /** @throws Refusal wrongPassword, userFrozen, trialOver, secondFactorNeeded; alreadySignedIn during a live session */
  signIn(credentials: Credentials): Promise<SignInResult>;
  /**
   * Starts a session without a password: for a new account, or after a second step.
   * @throws Refusal userFrozen, trialOver
   */
  begin(personId: string, how?: NewBeginning): Promise<SignInResult>;
  /** A new session for a remember-me token, with its successor. Undefined if the token is invalid. */
  resume(remember: string, client?: Client): Promise<SignInResult | undefined>;
  /**
   * The session of a token. `act`: true for a person's action, which extends the session; false for sockets, timers
   * and background reads. `held`: true where a session without a demanded second factor is admitted.
   * @throws Refusal loginExpired (missing, malformed, idle), sessionEnded (signed out, frozen, password changed),
   * secondFactorMissing
   */
  verify(token: string | undefined, how: VerifyOptions): Promise<Session>;
  /** Notes that the person set up a second factor in this session. */
  prove(session: Pick<Session, 'person' | 'sessionId'>): Promise<void>;
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
  hold: FactorHold;
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

async function sessionOf(
  { clock, tokens }: Live,
  { person, viewer, sessionId, held }: Pick<Session, 'person' | 'viewer' | 'sessionId' | 'held'>,
): Promise<Session> {
  const issuedAt = clock.now();
  const { token, expiresAt } = await tokens.sign({ personId: person.id, sessionId }, issuedAt);
  return { person, viewer, sessionId, token, issuedAt, expiresAt, held };
}

async function begin(live: Live, personId: string, { client, family, proof }: Beginning): Promise<Session> {
  const { people, clock, ids, endings, records, hold } = live;
  const directory = await people.current();
  const person = admit(directory, personId, clock.now());
  const msecs = Math.max(clock.now(), endings.before(personId) + 1);
  const sessionId = v7({ msecs, random: ids.bytes(16) });
  const data = { personId, sessionId };
  await recordSessionEvent(live, { type: 'SignedIn', data }, { by: personId, id: ids.uuid() });
  await records.begin({ ...data, family, proof }, client ?? unknownClient);
  const viewer = viewerIn(directory, person, clock.now());
  const held = await hold.holds(directory, person, sessionId);
  return sessionOf(live, { person, viewer, sessionId, held });
}

type NewBeginning = Pick<Beginning, 'client' | 'proof'> & {
  /** Starts a remember-me family too. */
  remember?: boolean;
};

/** Starts a session in a browser that is not remembered yet. */
async function beginAnew(
  live: Live,
  personId: string,
  { client, remember, proof }: NewBeginning,
): Promise<SignInResult> {
  const kept = remember ? { remember: await live.remember.issue(personId, proof) } : {};
  const family = kept.remember && live.remember.familyOf(kept.remember);
  return { ...(await begin(live, personId, { client, family, proof })), ...kept };
}

/** The person of a session, if still admitted. @throws Refusal sessionEnded */
async function stillAdmitted({ directory, people, clock }: Live, personId: string) {
  // The read models may lag, so a new person is looked up in the stream.
  const known = directory().people.has(personId) ? directory() : await people.current();
  const person = known.people.get(personId);
  if (!person || person.frozen || isTrialOver(known, person, clock.now())) throw new Refusal('sessionEnded');
  return { known, person };
}

async function verify(
  live: Live,
  text: string | undefined,
  { act, held: mayBeHeld = false }: VerifyOptions,
): Promise<Session> {
  if (!text) throw new Refusal('loginExpired');
  const { personId, sessionId, issuedAt, expiresAt } = await live.tokens.read(text);
  if (live.endings.has(personId, sessionId)) throw new Refusal('sessionEnded');
  const now = live.clock.now();
  const lastUse = live.used.get(sessionId);
  if (now >= expiresAt && (lastUse === undefined || now - lastUse >= limits.idleMs)) {
    live.used.delete(sessionId);
    throw new Refusal('loginExpired');
  }
  const { known, person } = await stillAdmitted(live, personId);
  const held = await live.hold.holds(known, person, sessionId);
  if (held && !mayBeHeld) throw new Refusal('secondFactorMissing');
  if (act) {
    touch(live.used, sessionId, now);
    live.records.used({ personId, sessionId });
  }
  const viewer = viewerIn(known, person, now);
  return { person, viewer, sessionId, token: text, issuedAt, expiresAt, held };
}

async function signIn(live: Live, how: Credentials): Promise<SignInResult> {
  const { account, password, remember, over, device, client } = how;
  const { people, tries, passwords } = live;
  if (over && (await verify(live, over, { act: false, held: true }).catch(ifRefused)))
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
  const demanded = live.hold.demands(known, person);
  await live.secondFactor.demand(person, { password: checked, remember: remember === true, demanded });
  const session = await beginAnew(live, person.id, { client, remember });
  // The password changed during the check: `endAll` may have missed this session.
  if (!(await passwords.isStill(person.id, checked))) throw new Refusal('wrongPassword');
  return session;
}

/** False if the person now needs a second factor that the remembered browser has not shown. */
async function passwordSuffices({ people, hold, secondFactor }: Live, personId: string): Promise<boolean> {
  const directory = await people.current();
  const person = directory.people.get(personId);
  return !!person && secondFactor.suffices(person, { demanded: hold.demands(directory, person) });
}

async function resume(live: Live, text: string, client?: Client): Promise<SignInResult | undefined> {
  const redeemed = await live.remember.redeem(text);
  if (!redeemed) return undefined;
  const { personId, proof, successor } = redeemed;
  if (proof === undefined && !(await passwordSuffices(live, personId))) {
    await live.remember.end(successor);
    return undefined;
  }
  const family = live.remember.familyOf(successor);
  const session = await begin(live, personId, { client, family, proof }).catch(ifRefused);
  // The family ended during the redemption, like after a password change.
  if (!session || !(await live.remember.lasts(successor))) return undefined;
  return { ...session, remember: successor };
}

async function signOut(live: Live, text: string | undefined, kept: string | undefined): Promise<void> {
  const { person, sessionId } = await verify(live, text, { act: false, held: true });
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
    prove: ({ person, sessionId }) => live.records.prove({ personId: person.id, sessionId }),
    renew: session => sessionOf(live, session),
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
