/** Starts of sessions: with a password, after a second step, or by a remembered browser. */
import { v7 } from 'uuid';
import { isRefusal, Refusal } from '#events/errors.ts';
import { findByAccount } from '#events/person/account-identity.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import { viewerInDirectory } from '#events/person/person-viewer.ts';
import { isTrialOver } from '#events/person/trial.ts';
import type { RecordVersion } from '../vault/port.ts';
import type { RequestingClient } from './client-description.ts';
import { recordSessionEvent } from './end-sessions.ts';
import type { SessionProof } from './remember-me.ts';
import { type Session, type SessionsState, sessionWithNewToken } from './session.ts';
import { verifySession } from './session-check.ts';

export type SessionWithCookies = Session & {
  /** First token of a remember-me family, if requested. */
  remember?: string;
  /** The device's new cookie, after a sign-in with a password. */
  device?: string;
};

export type Credentials = {
  /** The account's user name, phone or e-mail. */
  account: string;
  password: string;
  remember?: boolean;
  /** Token of the session that the browser has, from the Authorization header. */
  over?: string;
  /** Id of a device that has signed in to this account before. */
  device?: string;
} & Pick<Beginning, 'client'>;

type Beginning = {
  /** Client of the request, for the person's list of sessions. Default: an unknown one. */
  client?: RequestingClient;
  /** Remember-me family of the browser. */
  family?: string;
  /** Evidence of the sign-in besides a password. */
  proof?: SessionProof | undefined;
};
export type NewSessionOptions = Pick<Beginning, 'client' | 'proof'> & {
  /** Starts a remember-me family too. */
  remember?: boolean;
};

const unknownClient: RequestingClient = { address: '', userAgent: undefined };

function admit(directory: Directory, personId: string, now: number): Person {
  const person = directory.people.get(personId);
  if (!person || person.frozen) throw new Refusal('userFrozen');
  if (isTrialOver(directory, person, now)) throw new Refusal('trialOver');
  return person;
}

async function begin(
  live: SessionsState,
  personId: string,
  { client, family, proof }: Beginning,
): Promise<Session> {
  const { people, clock, ids, endings, records, hold } = live;
  const directory = await people.current();
  const person = admit(directory, personId, clock.now());
  const msecs = Math.max(clock.now(), endings.before(personId) + 1);
  const sessionId = v7({ msecs, random: ids.bytes(16) });
  const data = { personId, sessionId };
  await recordSessionEvent(live, { type: 'SignedIn', data }, { by: personId, id: ids.uuid() });
  await records.begin({ ...data, family, proof }, client ?? unknownClient);
  const viewer = viewerInDirectory(directory, person, clock.now());
  const held = await hold.holds(directory, person, sessionId);
  return sessionWithNewToken(live, { person, viewer, sessionId, held });
}

/** Starts a session in a browser that is not remembered yet. */
export async function beginNewSession(
  live: SessionsState,
  personId: string,
  { client, remember, proof }: NewSessionOptions,
): Promise<SessionWithCookies> {
  const kept = remember ? { remember: await live.remember.issue(personId, proof) } : {};
  const family = kept.remember && live.remember.familyOf(kept.remember);
  return { ...(await begin(live, personId, { client, family, proof })), ...kept };
}

/** See `Sessions.signIn`. */
export async function signInWithCredentials(
  live: SessionsState,
  how: Credentials,
): Promise<SessionWithCookies> {
  const { account, password, remember, over, device, client } = how;
  const { people, tries, passwords } = live;
  if (over && (await verifySession(live, over, { act: false, held: true }).catch(ifRefused)))
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
  const session = await beginNewSession(live, person.id, { client, remember });
  // The password changed during the check, so `endAll` may have missed this session.
  if (!(await passwords.isStill(person.id, checked))) throw new Refusal('wrongPassword');
  return session;
}

/** Returns false if the person needs a second factor now, and the remembered browser has not shown one. */
async function passwordSuffices(
  { people, hold, secondFactor }: SessionsState,
  personId: string,
): Promise<boolean> {
  const directory = await people.current();
  const person = directory.people.get(personId);
  return !!person && secondFactor.suffices(person, { demanded: hold.demands(directory, person) });
}

/** See `Sessions.resume`. */
export async function resumeSession(
  live: SessionsState,
  text: string,
  client?: RequestingClient,
): Promise<SessionWithCookies | undefined> {
  const redeemed = await live.remember.redeem(text);
  if (!redeemed) return undefined;
  const { personId, proof, successor } = redeemed;
  if (proof === undefined && !(await passwordSuffices(live, personId))) {
    await live.remember.end(successor);
    return undefined;
  }
  const family = live.remember.familyOf(successor);
  const session = await begin(live, personId, { client, family, proof }).catch(ifRefused);
  // The family ended during the redemption, for example by a password change.
  if (!session || !(await live.remember.lasts(successor))) return undefined;
  return { ...session, remember: successor };
}

const ifRefused = (error: unknown) => {
  if (isRefusal(error)) return undefined;
  throw error;
};
