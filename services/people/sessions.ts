/**
 * Sessions: who is signed in. A token holds until it is over by itself, or while this node saw its session used in
 * the last 15 minutes (lifecycle.md, Accounts). What ends sessions early is an event, and every node follows those.
 */
import { v7 } from 'uuid';
import { limits } from '#events/case/options.ts';
import { Refusal } from '#events/errors.ts';
import { type Directory, findByAccount, type Person, viewerOf } from '#events/person/directory.ts';
import { type SessionEvent, sessionStream } from '#events/person/events.ts';
import type { Viewer } from '#events/person/position.ts';
import { type Clock, type Ids, isoNow } from '../clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { People } from './directory.ts';
import { createEndings, type Ended } from './endings.ts';
import type { Passwords } from './passwords.ts';
import type { Remember } from './remember.ts';
import type { Tokens } from './tokens.ts';
import type { Tries } from './tries.ts';

export type Session = {
  person: Person;
  viewer: Viewer;
  sessionId: string;
  token: string;
  /** When the token was made, ms. */
  issuedAt: number;
  expiresAt: number;
};

export type SignedIn = Session & {
  /** The first of a family of remember-me tokens, where it was asked for. */
  remember?: string;
};

export type Credentials = {
  /** Login, phone or e-mail. */
  account: string;
  password: string;
  remember?: boolean;
  /** The Authorization that came along. */
  over?: string;
};

export type Sessions = {
  /** @throws Refusal wrongPassword, userFrozen, trialOver; alreadySignedIn over a live session */
  signIn(credentials: Credentials): Promise<SignedIn>;
  /** Signs in without a password: a new account, or a remember-me token. @throws Refusal userFrozen, trialOver */
  begin(personId: string): Promise<Session>;
  /** A new session for a remember-me token, and the token's successor; undefined where it is no good. */
  resume(remember: string): Promise<SignedIn | undefined>;
  /**
   * The session of a token. `act`: a person did something, which keeps the session alive; sockets, timers and
   * background reads do not.
   * @throws Refusal loginExpired (missing, malformed, idle), sessionEnded (signed out, frozen, password changed)
   */
  verify(token: string | undefined, how: { act: boolean }): Promise<Session>;
  /** A fresh token for a session. */
  renew(session: Session): Promise<Session>;
  /** @throws Refusal as `verify` */
  signOut(token: string | undefined, remember?: string): Promise<void>;
  /** Ends all of a person's sessions that began before now. */
  endAll(personId: string, by: string): Promise<void>;
  /** Tells when sessions end before their time: sockets leave. The answer stops telling. */
  onEnded(listener: (ended: Ended) => void): () => void;
  /** Follows what other nodes end; resolves once it knows what still matters. The answer stops following. */
  start(): Promise<() => void>;
};

export type SessionsDeps = {
  store: EventStore;
  people: People;
  /** The directory as the read models have it: at hand, with every request. */
  directory: () => Directory;
  passwords: Passwords;
  tries: Tries;
  tokens: Tokens;
  remember: Remember;
  clock: Clock;
  ids: Ids;
};

function admit(person: Person | undefined, now: number): Person {
  if (!person || person.frozen) throw new Refusal('userFrozen');
  if (person.trialUntil && Date.parse(person.trialUntil) <= now) throw new Refusal('trialOver');
  return person;
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { store, people, passwords, tries, tokens, remember, clock, ids } = deps;
  /** Session id → when this node saw it used last. */
  const used = new Map<string, number>();
  const endings = createEndings({ store, clock, ended: id => void used.delete(id) });

  const record = (personId: string, by: string, e: SessionEvent) =>
    store.append(sessionStream(personId), 'any', [{ ...e, id: ids.uuid(), v: 1, at: isoNow(clock), by }]);

  const sessionOf = async (person: Person, sessionId: string): Promise<Session> => {
    const issuedAt = clock.now();
    const { token, expiresAt } = await tokens.sign({ personId: person.id, sessionId }, issuedAt);
    return { person, viewer: viewerOf(person), sessionId, token, issuedAt, expiresAt };
  };

  const begin = async (personId: string) => {
    const person = admit((await people.current()).people.get(personId), clock.now());
    const sessionId = v7({ msecs: clock.now(), random: ids.bytes(16) });
    await record(personId, personId, { type: 'SignedIn', data: { personId, sessionId } });
    return sessionOf(person, sessionId);
  };

  const verify: Sessions['verify'] = async (text, { act }) => {
    if (!text) throw new Refusal('loginExpired');
    const token = await tokens.read(text);
    const { personId, sessionId, issuedAt, expiresAt } = token;
    if (endings.has(personId, sessionId)) throw new Refusal('sessionEnded');
    const now = clock.now();
    const lastUse = used.get(sessionId);
    if (now >= expiresAt && (lastUse === undefined || now - lastUse >= limits.idleMs)) {
      used.delete(sessionId);
      throw new Refusal('loginExpired');
    }
    // The read models' directory is a moment behind; one who was just made is looked up in the stream.
    const person = deps.directory().people.get(personId) ?? (await people.current()).people.get(personId);
    if (!person || person.frozen || (person.trialUntil && Date.parse(person.trialUntil) <= now))
      throw new Refusal('sessionEnded');
    if (act) touch(used, sessionId, now);
    return { person, viewer: viewerOf(person), sessionId, token: text, issuedAt, expiresAt };
  };

  return {
    begin,
    verify,
    signIn: async ({ account, password, remember: keep, over }) => {
      const live = over ? await verify(over, { act: false }).catch(ifRefused) : undefined;
      if (live) throw new Refusal('alreadySignedIn');
      const person = findByAccount(await people.current(), account);
      const who = { personId: person?.id, account };
      if (!(await tries.take(who))) throw new Refusal('userFrozen');
      if (!(await passwords.matches(person?.id, password)) || !person) throw new Refusal('wrongPassword');
      await tries.clear(who);
      const session = await begin(person.id);
      return keep ? { ...session, remember: await remember.issue(person.id) } : session;
    },
    resume: async text => {
      const redeemed = await remember.redeem(text);
      if (!redeemed) return undefined;
      const session = await begin(redeemed.personId).catch(ifRefused);
      return session && { ...session, remember: redeemed.successor };
    },
    renew: session => sessionOf(session.person, session.sessionId),
    signOut: async (text, kept) => {
      const { person, sessionId } = await verify(text, { act: false });
      await record(person.id, person.id, { type: 'SignedOut', data: { personId: person.id, sessionId } });
      endings.end({ personId: person.id, sessionId });
      if (kept) await remember.end(kept);
    },
    endAll: async (personId, by) => {
      const before = isoNow(clock);
      await record(personId, by, { type: 'SessionsEnded', data: { personId, before } });
      endings.end({ personId, before: Date.parse(before) });
      await remember.endAll(personId);
    },
    onEnded: endings.onEnded,
    start: endings.start,
  };
}

const ifRefused = (error: unknown) => {
  if (error instanceof Refusal) return undefined;
  throw error;
};

/** Newest last, so that what is over is at the front and goes first. */
function touch(used: Map<string, number>, sessionId: string, now: number): void {
  used.delete(sessionId);
  used.set(sessionId, now);
  for (const [id, at] of used) {
    if (now - at < limits.idleMs) return;
    used.delete(id);
  }
}
