/** Limits of one session over all its pages together. So opening more connections gains nothing. */
import type { Clock } from '../clock/clock.ts';

/** Maximum number of connections of one session. */
export const maxSessionConnections = 12;
/** Maximum number of messages that a session's pages may send in 10 s. The page that exceeds it is disconnected. */
export const maxSessionMessages = 100;
/** Last limit for chat messages. Long before it, each excess message is refused with a retry time. */
const mostSaid = 3000;
const whileMs = 10_000;

const most = { word: maxSessionMessages, message: mostSaid };
type Session = { connections: Set<object>; from: number; said: Record<keyof typeof most, number> };

export type SessionLimits = {
  /** Returns false if the session already has its most connections. */
  enter(sessionId: string, connection: object): boolean;
  leave(sessionId: string, connection: object): void;
  /** Counts a message. Returns false if the session exceeds its limit. */
  says(sessionId: string, what?: keyof typeof most): boolean;
  /** Forgets sessions without connections whose window is over. */
  sweep(): void;
};

export function createSessionLimits(clock: Clock): SessionLimits {
  const sessions = new Map<string, Session>();
  // `clock.now() < from` ends the window after a clock was set back.
  const isOver = ({ from }: Session) => clock.now() < from || clock.now() - from >= whileMs;
  const of = (sessionId: string): Session => {
    const none = { word: 0, message: 0 };
    const known = sessions.get(sessionId) ?? { connections: new Set(), from: clock.now(), said: none };
    sessions.set(sessionId, known);
    return known;
  };
  return {
    enter(sessionId, connection) {
      const { connections } = of(sessionId);
      if (connections.size >= maxSessionConnections && !connections.has(connection)) return false;
      connections.add(connection);
      return true;
    },
    leave: (sessionId, connection) => void sessions.get(sessionId)?.connections.delete(connection),
    says(sessionId, what = 'word') {
      const session = of(sessionId);
      if (isOver(session)) [session.from, session.said] = [clock.now(), { word: 0, message: 0 }];
      session.said[what] += 1;
      return session.said[what] <= most[what];
    },
    sweep() {
      // Keeps a session whose window is not over, because reconnecting must not reset the limit.
      for (const [id, session] of sessions)
        if (session.connections.size === 0 && isOver(session)) sessions.delete(id);
    },
  };
}
