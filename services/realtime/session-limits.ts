/** What one session may hold open and say, over all its pages together: a program gains nothing by opening more of them. */
import type { Clock } from '../clock.ts';

/** Pages of one session that are connected at once. */
export const mostConnections = 12;
/** Messages that the pages of a session may send in a while; the one that sends more is cut. */
export const mostMessages = 100;
const whileMs = 10_000;

type Session = { connections: Set<object>; from: number; said: number };

export type SessionLimits = {
  /** False where the session has as many connections open as it may. */
  enter(sessionId: string, connection: object): boolean;
  leave(sessionId: string, connection: object): void;
  /** Counts a message. @returns true while the session says no more than its pages have reason to */
  says(sessionId: string): boolean;
  /** Forgets sessions without connections. */
  sweep(): void;
};

export function createSessionLimits(clock: Clock): SessionLimits {
  const sessions = new Map<string, Session>();
  const isOver = ({ from }: Session) => clock.now() - from >= whileMs;
  const of = (sessionId: string): Session => {
    const known = sessions.get(sessionId) ?? { connections: new Set(), from: clock.now(), said: 0 };
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
    says(sessionId) {
      const session = of(sessionId);
      if (isOver(session)) [session.from, session.said] = [clock.now(), 0];
      session.said += 1;
      return session.said <= mostMessages;
    },
    sweep() {
      // One whose while is not over is kept: to connect anew is no new allowance.
      for (const [id, session] of sessions)
        if (session.connections.size === 0 && isOver(session)) sessions.delete(id);
    },
  };
}
