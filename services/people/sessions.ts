/**
 * Sessions of signed-in people. A token is valid until it expires, or longer while this node saw its session used in
 * the last 15 minutes (lifecycle.md, Accounts). An event ends a session early, and every node follows those events.
 */
import { v7 } from 'uuid';
import { limits } from '#events/case/options.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import { type Directory, findByAccount, type Person, viewerOf } from '#events/person/directory.ts';
import { type SessionEvent, sessionStream } from '#events/person/events.ts';
import type { Viewer } from '#events/person/position.ts';
import { type Clock, type Ids, isoNow } from '../clock/clock.ts';
import { effectIdOf } from '../command/command-ids.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { RecordVersion } from '../vault/port.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';
import type { RememberMe } from './remember-me.ts';
import type { SecondFactorDemand } from './second-step.ts';
import {
  createSessionEndings,
  type EndedSessions,
  type SessionEndings,
  sessionStart,
} from './session-endings.ts';
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
};

export type Sessions = {
  /** @throws Refusal wrongPassword, userFrozen, trialOver, secondFactorNeeded; alreadySignedIn during a live session */
  signIn(credentials: Credentials): Promise<SignInResult>;
  /**
   * Starts a session without a password: for a new account, or a remember-me token. @throws Refusal userFrozen,
   * trialOver
   */
  begin(personId: string): Promise<Session>;
  /** A new session for a remember-me token, with its successor. Undefined if the token is invalid. */
  resume(remember: string): Promise<SignInResult | undefined>;
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
  endAll(personId: string, command: { by: string; commandId: string }): Promise<void>;
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
  clock: Clock;
  ids: Ids;
};

function admit(person: Person | undefined, now: number): Person {
  if (!person || person.frozen) throw new Refusal('userFrozen');
  if (person.trialUntil && Date.parse(person.trialUntil) <= now) throw new Refusal('trialOver');
  return person;
}

/** State shared by the functions of this file. */
type Live = SessionsDeps & {
  /** Time of each session's last use that this node has seen. */
  used: Map<string, number>;
  endings: SessionEndings;
};

const record = ({ store, ids, clock }: Live, by: string, e: SessionEvent, id = ids.uuid()) =>
  store.append(sessionStream(e.data.personId), 'any', [{ ...e, id, at: isoNow(clock), by }]);

async function sessionOf({ clock, tokens }: Live, person: Person, sessionId: string): Promise<Session> {
  const issuedAt = clock.now();
  const { token, expiresAt } = await tokens.sign({ personId: person.id, sessionId }, issuedAt);
  return { person, viewer: viewerOf(person), sessionId, token, issuedAt, expiresAt };
}

async function begin(live: Live, personId: string): Promise<Session> {
  const { people, clock, ids, endings } = live;
  const person = admit((await people.current()).people.get(personId), clock.now());
  const msecs = Math.max(clock.now(), endings.before(personId) + 1);
  const sessionId = v7({ msecs, random: ids.bytes(16) });
  await record(live, personId, { type: 'SignedIn', data: { personId, sessionId } });
  return sessionOf(live, person, sessionId);
}

/** The person of a session, if still admitted. @throws Refusal sessionEnded */
async function stillAdmitted({ directory, people, clock }: Live, personId: string): Promise<Person> {
  // The read models may lag, so a new person is looked up in the stream.
  const person = directory().people.get(personId) ?? (await people.current()).people.get(personId);
  const over = person?.trialUntil && Date.parse(person.trialUntil) <= clock.now();
  if (!person || person.frozen || over) throw new Refusal('sessionEnded');
  return person;
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
  const person = await stillAdmitted(live, personId);
  if (act) touch(live.used, sessionId, now);
  return { person, viewer: viewerOf(person), sessionId, token: text, issuedAt, expiresAt };
}

async function signIn(live: Live, how: Credentials): Promise<SignInResult> {
  const { account, password, remember, over, device } = how;
  const { people, tries, passwords } = live;
  if (over && (await verify(live, over, { act: false }).catch(ifRefused)))
    throw new Refusal('alreadySignedIn');
  const person = findByAccount(await people.current(), account);
  let checked: RecordVersion | undefined;
  const tried = await tries.attempt({ personId: person?.id, account, device }, async () => {
    checked = await passwords.check(person?.id, password);
    return checked !== undefined;
  });
  if (tried === 'frozen') throw new Refusal('userFrozen');
  if (!person || checked === undefined) throw new Refusal('wrongPassword');
  admit(person, live.clock.now());
  await live.secondFactor.demand(person, { password: checked, remember: remember === true });
  const session = await begin(live, person.id);
  const kept = remember ? { remember: await live.remember.issue(person.id) } : {};
  // The password changed during the check: `endAll` may have missed this session.
  if (!(await passwords.isStill(person.id, checked))) throw new Refusal('wrongPassword');
  return { ...session, ...kept };
}

async function resume(live: Live, text: string): Promise<SignInResult | undefined> {
  const redeemed = await live.remember.redeem(text);
  if (!redeemed) return undefined;
  const session = await begin(live, redeemed.personId).catch(ifRefused);
  // The family ended during the redemption, like after a password change.
  if (!session || !(await live.remember.lasts(redeemed.successor))) return undefined;
  return { ...session, remember: redeemed.successor };
}

async function signOut(live: Live, text: string | undefined, kept: string | undefined): Promise<void> {
  const { person, sessionId } = await verify(live, text, { act: false });
  const data = { personId: person.id, sessionId };
  await record(live, person.id, { type: 'SignedOut', data });
  live.endings.end(data);
  if (kept) await live.remember.end(kept);
}

/** Most sessions of one person that are examined for a later start than the clock. */
const LOOK_BACK = 100;

/** The later of now and the newest session's start, so that a clock that was set back leaves none out. */
async function newestOf({ store, clock }: Live, personId: string): Promise<number> {
  let newest = clock.now();
  const back = { direction: 'backwards', limit: LOOK_BACK } as const;
  for await (const { data } of store.read(sessionStream(personId), back))
    if (typeof data === 'object' && data !== null && 'sessionId' in data)
      newest = Math.max(newest, sessionStart(String(data.sessionId)));
  return newest;
}

/**
 * Call after changing the password or freezing the person. Ends remember-me families first, then the sessions recorded
 * by then; a session recorded later detects by itself that its password or family has ended.
 */
async function endAll(live: Live, personId: string, command: { by: string; commandId: string }) {
  const id = effectIdOf(command.commandId, 'sessions end');
  if (await live.store.find(sessionStream(personId), id)) return;
  await live.remember.endAll(personId);
  const before = new Date(await newestOf(live, personId)).toISOString();
  await record(live, command.by, { type: 'SessionsEnded', data: { personId, before } }, id);
  live.endings.end({ personId, before: Date.parse(before) });
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { store, clock } = deps;
  const used = new Map<string, number>();
  const endings = createSessionEndings({ store, clock, ended: id => void used.delete(id) });
  const live = { ...deps, used, endings };
  return {
    signIn: credentials => signIn(live, credentials),
    begin: personId => begin(live, personId),
    resume: text => resume(live, text),
    verify: (token, how) => verify(live, token, how),
    renew: session => sessionOf(live, session.person, session.sessionId),
    signOut: (token, kept) => signOut(live, token, kept),
    endAll: (personId, command) => endAll(live, personId, command),
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
