/**
 * A person's own sessions: lists and ends them. A remembered browser is one entry, however many sessions it has had.
 */
import { Refusal } from '#events/errors.ts';
import { effectIdOf } from '../command/command-ids.ts';
import { type ClientDescription, describeClient, type RequestingClient } from './client-description.ts';
import {
  type EndSessionsCommand,
  type EndSessionsDeps,
  type EndSessionsResult,
  endAllSessions,
  findRecordedEnd,
  findRecordedEndOfAll,
  recordSessionEvent,
} from './end-sessions.ts';
import type { Session } from './session.ts';
import type { SessionRecord } from './session-records.ts';

/** A signed-in browser as others may see it. */
export type SignedInBrowser = ClientDescription & {
  /** Sign-in and last use, ISO. */
  startedAt: string;
  usedAt: string;
  /** True if the browser signs in again without a password for two weeks. */
  remembered: boolean;
};

export type OwnSession = SignedInBrowser & {
  id: string;
  /** True for the session that asks. */
  current: boolean;
  /** True if its network is that of the session that asks. */
  sameNetwork: boolean;
};

type Asking = Pick<Session, 'person' | 'sessionId'>;

/** A command to end sessions from an open browser, which may be unattended. */
type ConfirmedEnd = EndSessionsCommand & {
  /** Asks for the current password. Not called for a repeated command. @throws Refusal */
  confirm: () => Promise<void>;
};

export type OwnSessions = {
  /**
   * Lists browsers in which a person is signed in, the last used first. For an Admin; the caller must have checked
   * that the Admin administers the person.
   */
  browsersOf(personId: string): Promise<SignedInBrowser[]>;
  /** The session that asks first, then the last used first. */
  list(session: Asking, client: RequestingClient): Promise<OwnSession[]>;
  /**
   * Ends one session. Ending another session than the asking one requires the confirmation.
   * @throws Refusal notFound, also for another person's session, before the confirmation is asked for; as `confirm`
   */
  end(session: Asking, id: string, command: ConfirmedEnd): Promise<EndSessionsResult>;
  /** Ends all sessions except the asking one. Requires the confirmation. @throws Refusal as `confirm` */
  endOthers(session: Asking, command: ConfirmedEnd): Promise<EndSessionsResult>;
};

type OwnDeps = EndSessionsDeps & {
  /** Time of a session's last use that this node has seen, ms. */
  lastUse: (sessionId: string) => number | undefined;
};

/** Sessions of one browser: those of its remember-me family, or a single one. */
const browserOf = ({ family, sessionId }: SessionRecord) => family ?? sessionId;

const browser = (newest: SessionRecord, usedAt: number): SignedInBrowser => ({
  ...newest.client,
  startedAt: new Date(newest.startedAt).toISOString(),
  usedAt: new Date(usedAt).toISOString(),
  remembered: newest.family !== null,
});

/** Last use of a session, ms. */
const lastUseOf =
  ({ lastUse }: Pick<OwnDeps, 'lastUse'>) =>
  (r: SessionRecord) =>
    Math.max(r.usedAt, lastUse(r.sessionId) ?? 0);

async function browsersOf(deps: OwnDeps, personId: string): Promise<SignedInBrowser[]> {
  const usedAt = lastUseOf(deps);
  const groups = [...Map.groupBy(await deps.records.usable(personId), browserOf).values()];
  return groups
    .flatMap(group => group.toSorted((a, b) => usedAt(b) - usedAt(a)).slice(0, 1))
    .map(newest => browser(newest, usedAt(newest)))
    .toSorted((a, b) => (a.usedAt < b.usedAt ? 1 : -1));
}

async function list({ records, lastUse, clock }: OwnDeps, asking: Asking, client: RequestingClient) {
  const { person, sessionId } = asking;
  const here = describeClient(client);
  const usedAt = lastUseOf({ lastUse });
  const known = await records.usable(person.id);
  // The record of the session that asks is missing if it began under an older release.
  const now = clock.now();
  const own = { personId: person.id, sessionId, client: here, startedAt: now, usedAt: now, family: null };
  const all = known.some(r => r.sessionId === sessionId) ? known : [...known, own];
  const entries = [...Map.groupBy(all, browserOf).values()].flatMap(group => {
    const [newest] = group.toSorted((a, b) => usedAt(b) - usedAt(a));
    if (!newest) return [];
    const current = group.some(r => r.sessionId === sessionId);
    return {
      id: current ? sessionId : newest.sessionId,
      ...browser(newest, usedAt(newest)),
      current,
      sameNetwork: newest.client.network === here.network,
    };
  });
  const rank = (entry: OwnSession) => (entry.current ? '~' : entry.usedAt);
  return entries.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1));
}

async function endOne(deps: OwnDeps, asking: Asking, id: string, command: ConfirmedEnd) {
  const { records, remember, endings } = deps;
  const { person, sessionId: asks } = asking;
  const { by, commandId, confirm } = command;
  const done = await findRecordedEnd(deps, person.id, effectIdOf(commandId, id));
  if (done) return done;
  const named = (await records.usable(person.id)).find(r => r.sessionId === id);
  if (!named) throw new Refusal('notFound');
  if (id !== asks) await confirm();
  if (named.family) await remember.endFamily(named.family);
  // Reads the records again, because the browser may have resumed a session before its remember-me family ended.
  const same = (await records.usable(person.id)).filter(r => browserOf(r) === browserOf(named));
  const end = async ({ sessionId }: SessionRecord) => {
    const data = { personId: person.id, sessionId };
    const stamp = { by, id: effectIdOf(commandId, sessionId) };
    const result = await recordSessionEvent(deps, { type: 'SignedOut', data }, stamp);
    endings.end(data);
    await records.forget(data);
    return result;
  };
  for (const other of same) if (other.sessionId !== id) await end(other);
  // Ends the named session last. A repeated command finds this event, and so knows that all sessions have ended.
  return end(named);
}

async function endOthers(deps: OwnDeps, { person, sessionId }: Asking, command: ConfirmedEnd) {
  const done = await findRecordedEndOfAll(deps, person.id, command);
  if (done) return done;
  await command.confirm();
  const own = (await deps.records.usable(person.id)).find(r => r.sessionId === sessionId);
  return endAllSessions(deps, person.id, command, { sessionId, family: own?.family ?? null });
}

export function createOwnSessions(deps: OwnDeps): OwnSessions {
  return {
    browsersOf: personId => browsersOf(deps, personId),
    list: (session, client) => list(deps, session, client),
    end: (session, id, command) => endOne(deps, session, id, command),
    endOthers: (session, command) => endOthers(deps, session, command),
  };
}
