/** The session of a socket: checked at the handshake and again while the socket is open. */
import { isRefusal, Refusal } from '#events/errors.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import { type EndedSessions, isEndedBy } from '../people/session-endings.ts';
import type { Sessions } from '../people/sessions.ts';
import { areNamesMasked } from './masked-names.ts';
import { type RightsDeps, updateViewerRights } from './rights.ts';
import type { SessionLimits } from './session-limits.ts';
import {
  endSocket,
  type LiveSocket,
  personRoom,
  type SocketServer,
  sessionRoom,
  socketsIn,
} from './sockets.ts';

type SessionDeps = {
  sessions: Pick<Sessions, 'verify'>;
  limits: SessionLimits;
  log: { error(facts: object, words: string): void };
  audit?: Pick<SecurityLog, 'refused'>;
};

/** Admits sockets with a valid session. Answers the others with the reason. */
export function admitSockets(io: SocketServer, deps: SessionDeps): void {
  io.use((socket, next) => {
    admit(deps, socket).then(
      () => next(),
      (error: unknown) => {
        if (isRefusal(error)) deps.audit?.refused(error, { route: '/socket.io' });
        else deps.log.error({ err: error }, 'admitting a socket failed');
        const { code, refusal } = isRefusal(error) ? error : new Refusal('internal');
        next(Object.assign(new Error('refused'), { data: { code, refusal } }));
      },
    );
  });
}

/** Authenticates a socket by its handshake token. @throws Refusal as `verify`; tooMany */
async function admit({ sessions, limits }: SessionDeps, socket: LiveSocket): Promise<void> {
  const { token } = socket.handshake.auth;
  const session = await sessions.verify(typeof token === 'string' ? token : undefined, { act: false });
  const { viewer, sessionId } = session;
  const { conn } = socket;
  // A connection that has already closed emits no `close` event, so it must not be counted.
  if (conn.readyState === 'open') {
    if (!limits.enter(sessionId, conn)) throw new Refusal('tooMany');
    conn.once('close', () => limits.leave(sessionId, conn));
  }
  const hidden = areNamesMasked(socket.handshake);
  socket.data = {
    viewer,
    // The rights are checked as soon as the socket has joined its rooms.
    rightsUntil: 0,
    sessionId,
    token: session.token,
    hidden,
    watching: null,
    here: null,
    chats: new Set(),
  };
}

/**
 * Ends a socket whose session is over, and otherwise updates its viewer's rights. A socket does not extend
 * its session.
 */
export async function checkSession(
  io: SocketServer,
  deps: SessionDeps & RightsDeps,
  socket: LiveSocket,
): Promise<void> {
  const { sessions, log } = deps;
  try {
    const { person } = await sessions.verify(socket.data.token, { act: false });
    if (socket.connected) updateViewerRights(io, deps, socket, person);
  } catch (error) {
    if (isRefusal(error)) endSocket(socket, error.code);
    else log.error({ err: error }, 'checking a session failed');
  }
}

/** Sockets of an ended session, or of all a person's sessions that began before a time, except one. */
export function socketsOfEndedSessions(io: SocketServer, ended: EndedSessions): LiveSocket[] {
  if ('sessionId' in ended) return socketsIn(io, sessionRoom(ended.sessionId));
  return socketsIn(io, personRoom(ended.personId)).filter(s => isEndedBy(ended, s.data.sessionId));
}
