/** Sessions that were ended early. Every node knows them from the log. */

import { limits } from '#events/case/limits.ts';
import type { Recorded } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import { sessionEvents } from '#events/person/events.ts';
import { recordOf } from '#events/streams.ts';
import type { Clock } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';

/** The sessions that ended: one session, or all of a person's sessions that began by a time (ms), except one. */
export type EndedSessions =
  | { personId: string; sessionId: string }
  | { personId: string; before: number; except?: string };

export type SessionEndings = {
  /**
   * Time (ms) before which all of a person's sessions have ended. May be in the future of a clock that was set back.
   */
  before(personId: string): number;
  has(personId: string, sessionId: string): boolean;
  end(ended: EndedSessions): void;
  onEnded(listener: (ended: EndedSessions) => void): () => void;
  start(): Promise<() => void>;
};

/** Time at which a session began: the first 48 bits of its id, a version 7 uuid. */
export const sessionStartTime = (sessionId: string) =>
  Number.parseInt(sessionId.replaceAll('-', '').slice(0, 12), 16);

function endedBy(event: Recorded): EndedSessions | undefined {
  // Ignores types of newer versions, which occur while nodes are upgraded one by one.
  if (!Object.hasOwn(sessionEvents, event.type)) return undefined;
  const e = recordOf('session', event);
  if (e.type === 'SignedOut') return e.data;
  if (e.type !== 'SessionsEnded') return undefined;
  const { personId, before, except } = e.data;
  return { personId, before: Date.parse(before), except };
}

type EndedBefore = { before: number; except?: string };

/** True if the session was among those that ended together. */
export const isEndedBy = ({ before, except }: EndedBefore, sessionId: string): boolean =>
  sessionStartTime(sessionId) <= before && sessionId !== except;

/** The later end counts. The session that an earlier end excepted does not survive the later one. */
function merged(known: EndedBefore | undefined, { before, except }: EndedBefore): EndedBefore {
  if (known === undefined || before > known.before) return { before, except };
  // Two ends in one millisecond: a session survives only if both ends except it.
  if (before === known.before && except !== known.except) return { before };
  return known;
}

const PREFIX = 'session-';
/**
 * A token is valid for 15 minutes unless its session is used. A node that has not seen the end may still renew a token
 * once.
 */
const keptMs = 2 * limits.idleMs;

type Options = { store: EventStore; clock: Clock; ended: (sessionId: string) => void };

export function createSessionEndings({ store, clock, ended }: Options): SessionEndings {
  const sessions = new Map<string, number>();
  const people = new Map<string, EndedBefore>();
  const listeners = new Set<(ended: EndedSessions) => void>();

  const before = (personId: string) => people.get(personId)?.before ?? Number.NEGATIVE_INFINITY;
  const forget = () => {
    for (const [id, at] of sessions) {
      if (clock.now() - at < keptMs) return;
      sessions.delete(id);
    }
  };
  const end = (what: EndedSessions) => {
    forget();
    if ('sessionId' in what) {
      if (sessions.has(what.sessionId)) return;
      sessions.set(what.sessionId, clock.now());
      ended(what.sessionId);
    } else {
      const known = people.get(what.personId);
      const next = merged(known, what);
      if (next === known) return;
      people.set(what.personId, next);
    }
    for (const listener of listeners) listener(what);
  };
  return {
    before,
    has: (personId, sessionId) => {
      const all = people.get(personId);
      return sessions.has(sessionId) || (all !== undefined && isEndedBy(all, sessionId));
    },
    end,
    onEnded: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => startFollowing(store, clock, end),
  };
}

async function startFollowing(store: EventStore, clock: Clock, end: (what: EndedSessions) => void) {
  const head = await store.head();
  const since = clock.now() - keptMs;
  for await (const e of store.readAll({ direction: 'backwards' })) {
    if (Date.parse(e.at) < since) break;
    const what = e.stream.startsWith(PREFIX) ? endedBy(e) : undefined;
    if (what) end(what);
  }
  const stop = new AbortController();
  void follow(store, head, stop.signal, end);
  return () => stop.abort();
}

async function follow(
  store: EventStore,
  after: LogPosition,
  signal: AbortSignal,
  end: (what: EndedSessions) => void,
) {
  for await (const e of store.subscribe(after, { filter: { streamPrefix: PREFIX }, signal })) {
    const what = endedBy(e);
    if (what) end(what);
  }
}
