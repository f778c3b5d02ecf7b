/** The session behind a socket: checked at the handshake, and again for as long as the socket is open. */
import { isRefusal, Refusal } from '#events/errors.ts';
import type { Audit } from '../logging/audit.ts';
import { beganAt, type Ended } from '../people/session-endings.ts';
import type { Sessions } from '../people/sessions.ts';
import { eyeHidden } from './eye.ts';
import { giveRights, type RightsDeps } from './rights.ts';
import type { SessionLimits } from './session-limits.ts';
import { end, type Io, type LiveSocket, personRoom, sessionRoom, socketsIn } from './sockets.ts';

type SessionDeps = {
  sessions: Pick<Sessions, 'verify'>;
  limits: SessionLimits;
  log: { error(facts: object, words: string): void };
  audit?: Pick<Audit, 'refused'>;
};

/** Lets in who has a session; another one learns why not. */
export function admitSockets(io: Io, deps: SessionDeps): void {
  io.use((socket, next) => {
    admit(deps, socket).then(
      () => next(),
      (error: unknown) => {
        if (isRefusal(error)) deps.audit?.refused(error, { route: '/socket.io' });
        else deps.log.error({ err: error }, 'a socket could not be admitted');
        const { code } = isRefusal(error) ? error : new Refusal('internal');
        next(Object.assign(new Error('refused'), { data: { code } }));
      },
    );
  });
}

/** Who this is, by the token of the handshake. @throws Refusal as `verify`; tooMany */
async function admit({ sessions, limits }: SessionDeps, socket: LiveSocket): Promise<void> {
  const { token } = socket.handshake.auth;
  const session = await sessions.verify(typeof token === 'string' ? token : undefined, { act: false });
  const { viewer, sessionId } = session;
  const { conn } = socket;
  // One that is gone by now is told of no end.
  if (conn.readyState === 'open') {
    if (!limits.enter(sessionId, conn)) throw new Refusal('tooMany');
    conn.once('close', () => limits.leave(sessionId, conn));
  }
  const hidden = eyeHidden(socket.handshake);
  socket.data = {
    viewer,
    sessionId,
    token: session.token,
    hidden,
    watching: null,
    here: null,
    chats: new Set(),
  };
}

/** Ends a socket whose session is over (a socket alone keeps none alive), and gives it the rights of now. */
export async function checkSession(
  io: Io,
  deps: SessionDeps & RightsDeps,
  socket: LiveSocket,
): Promise<void> {
  const { sessions, log } = deps;
  try {
    const { viewer } = await sessions.verify(socket.data.token, { act: false });
    if (socket.connected) giveRights(io, deps, socket, viewer);
  } catch (error) {
    if (isRefusal(error)) end(socket, error.code);
    else log.error({ err: error }, 'a session could not be checked');
  }
}

/** The sockets of what ended: of one session, or of all that a person had before a time. */
export function endedSockets(io: Io, ended: Ended): LiveSocket[] {
  if ('sessionId' in ended) return socketsIn(io, sessionRoom(ended.sessionId));
  return socketsIn(io, personRoom(ended.personId)).filter(s => beganAt(s.data.sessionId) < ended.before);
}
