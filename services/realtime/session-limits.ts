/** What one session may hold open and say, over all its pages together: a program gains nothing by opening more of them. */
import type { Clock } from '../clock/clock.ts';

/** Pages of one session that are connected at once. */
export const mostConnections = 12;
/** What the pages of a session may say in a while; the one that says more is cut. */
export const mostMessages = 100;
/** Messages of conversations are refused one by one long before that, with a word of when to go on. */
const mostSaid = 3000;
const whileMs = 10_000;

const most = { word: mostMessages, message: mostSaid };
type Session = { connections: Set<object>; from: number; said: Record<keyof typeof most, number> };

export type SessionLimits = {
  /** False where the session has as many connections open as it may. */
  enter(sessionId: string, connection: object): boolean;
  leave(sessionId: string, connection: object): void;
  /** Counts what is said. @returns true while the session says no more than its pages have reason to */
  says(sessionId: string, what?: keyof typeof most): boolean;
  /** Forgets sessions without connections. */
  sweep(): void;
};

export function createSessionLimits(clock: Clock): SessionLimits {
  const sessions = new Map<string, Session>();
  // A clock that was set back ends a while as well: nobody waits until it has caught up.
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
      if (connections.size >= mostConnections && !connections.has(connection)) return false;
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
      // One whose while is not over is kept: to connect anew is no new allowance.
      for (const [id, session] of sessions)
        if (session.connections.size === 0 && isOver(session)) sessions.delete(id);
    },
  };
}
