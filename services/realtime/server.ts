/**
 * The live side: Socket.IO over websockets only. Rooms decide who, present decides what (ARCHITECTURE 4). Nothing here
 * writes: what a socket says is either a question or presence.
 */
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { isRefusal, Refusal } from '#events/errors.ts';
import type { ChatMark } from '#projections/chat/item.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Chat } from '../chat/chat.ts';
import { keepMarksMs } from '../chat/marks.ts';
import type { Timers } from '../clock/clock.ts';
import type { Audit } from '../logging/audit.ts';
import type { Measures } from '../measures/measures.ts';
import { beganAt, type Ended } from '../people/session-endings.ts';
import type { Sessions } from '../people/sessions.ts';
import type { Tracer } from '../trace/tracer.ts';
import { alone, createAmong, type Mesh } from './among.ts';
import { limitBacklog } from './backlog.ts';
import { leaveLost } from './chat.ts';
import { createComings } from './chat-here.ts';
import { chatsMoved, createChatRows, createMarksPush, rowsApartMs, tellSaid } from './chat-push.ts';
import { connectionsOf } from './connection.ts';
import { speakText } from './encoder.ts';
import { eyeHidden } from './eye.ts';
import { isOwnOrigin } from './origin.ts';
import { tell } from './presence.ts';
import { push } from './push.ts';
import { showElsewhere } from './review.ts';
import { createReviewLog, keepMs, type ReviewLogDeps } from './review-log.ts';
import { followPeople, giveRights, joinRooms, lostSight, type RightsDeps } from './rights.ts';
import { createSessionLimits, type SessionLimits } from './session-limits.ts';
import { listen } from './socket-requests.ts';
import { chatRoom, end, type Io, type LiveSocket, personRoom, sessionRoom, socketsIn } from './sockets.ts';

export type RealtimeDeps = ReviewLogDeps & {
  models: ReadModels;
  chat: Chat;
  sessions: Pick<Sessions, 'verify' | 'onEnded'>;
  timers: Timers;
  audit?: Pick<Audit, 'refused'>;
  measures?: Pick<Measures, 'pushed' | 'sockets'>;
  tracer?: Pick<Tracer, 'done'>;
  /** Reaches the other nodes; without it this one is alone. */
  mesh?: (io: Io) => Mesh;
};

export type Realtime = {
  connections(): number;
  /** Tells every page that this server goes away; resolves once they have heard it, or do not answer. */
  leave(): Promise<void>;
  /** Ends every socket, and resolves once what they led to is kept. The HTTP server is its owner's to close. */
  close(): Promise<void>;
};

/**
 * Within how long pages come back to a server that goes away: some are back soon, of a crowd so many a second that the
 * next one takes them in.
 */
export const backWithinMs = (connections: number): number => Math.min(30_000, 1_000 + 100 * connections);
/** Whoever has not heard by then does not read. */
const heardMs = 1_000;

/** How often sockets are looked at whose sessions may have gone idle. */
const checkMs = 30_000;
const maxMessageBytes = 64 * 1024;
/** A connection that has not shown a token by then is closed. */
const handshakeMs = 10_000;

export function attachRealtime(http: HttpServer, deps: RealtimeDeps & { publicUrl: string }): Realtime {
  const io: Io = new Server(http, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: maxMessageBytes,
    connectTimeout: handshakeMs,
    allowRequest: ({ headers }, done) => done(null, isOwnOrigin(headers, deps.publicUrl)),
  });
  return serveRealtime(io, deps);
}

/** As `attachRealtime`, over connections of any kind. */
export function serveRealtime(io: Io, deps: RealtimeDeps): Realtime {
  const { models, sessions, log } = deps;
  speakText(io);
  const reviews = createReviewLog(deps);
  const limits = createSessionLimits(deps.clock);
  const mesh = deps.mesh?.(io);
  const nodes = mesh && createAmong(io, { mesh, clock: deps.clock, timers: deps.timers });
  const among = nodes?.among ?? alone;
  const marks = createMarksPush(io);
  const comings = createComings(io, { models, among });
  const inside = {
    ...deps,
    reviews,
    limits,
    among,
    told: (conversation: string, mark: ChatMark) => {
      marks.note(conversation, mark);
      among.marked(conversation, mark);
    },
    turned: (conversation: string) => {
      comings.turn(conversation);
      among.chatTurned(conversation);
    },
  };
  nodes?.begin({
    presence: caseId => tell(io, inside, caseId),
    review: (caseId, before) => showElsewhere(io, inside, caseId, before),
    conversation: comings.turn,
    person: comings.note,
    typing: (conversation, personId) => {
      const { id, name, position } = models.personRef(personId);
      io.local
        .to(chatRoom(conversation))
        .emit('chat:typing', { conversation, person: { id, name, position } });
    },
    mark: marks.note,
  });
  const turned = (personId: string) => {
    comings.note(personId);
    among.personTurned(personId);
  };
  const check = (socket: LiveSocket) => checkSession(io, inside, socket);

  io.use((socket, next) => {
    admit(inside, socket).then(
      () => next(),
      (error: unknown) => {
        if (isRefusal(error)) deps.audit?.refused(error, { route: '/socket.io' });
        else log.error({ err: error }, 'a socket could not be admitted');
        const { code } = isRefusal(error) ? error : new Refusal('internal');
        next(Object.assign(new Error('refused'), { data: { code } }));
      },
    );
  });
  io.on('connection', socket => {
    const { sessionId } = socket.data;
    // Who it is is known: what its HTTP request said is held for nobody any more.
    Object.assign(socket.conn, { request: null });
    Object.assign(socket.handshake, { headers: {} });
    limitBacklog(socket, () => log.warn({ sessionId }, 'a socket that does not read was cut'));
    joinRooms(models, socket);
    listen(io, inside, socket);
    turned(socket.data.viewer.id);
    socket.once('disconnect', () => turned(socket.data.viewer.id));
    // What ended or changed between the handshake and the rooms was told to nobody.
    void check(socket);
  });

  const inRoom = (room: string) => socketsIn(io, room);
  const rows = createChatRows(deps.clock, announce =>
    push(inRoom, models, announce, (socket, message) => socket.emit('rows', message)),
  );
  const stops = [
    models.onAnnounce(announce => {
      const start = performance.timeOrigin + performance.now();
      followPeople(io, inside, announce);
      for (const id of chatsMoved(announce))
        for (const socket of inRoom(chatRoom(id))) leaveLost(inside, socket, [id]);
      tellSaid(io, models, announce);
      rows.take(announce);
      lostSight(io, inside, announce);
      deps.measures?.pushed(announce.position);
      deps.tracer?.done('push', announce.traces ?? [], start);
    }),
    deps.timers.every(rowsApartMs, () => {
      rows.tell();
      marks.tell();
      comings.tell();
    }),
    deps.timers.every(keepMarksMs, () => void deps.chat.marks.keep()),
    sessions.onEnded(ended => {
      for (const socket of endedSockets(io, ended)) end(socket, new Refusal('sessionEnded').code);
    }),
    deps.timers.every(checkMs, () => {
      for (const socket of io.sockets.sockets.values()) void check(socket);
      limits.sweep();
    }),
    deps.timers.every(keepMs, () => void reviews.keep()),
  ];
  const bytes = () =>
    connectionsOf(io.engine).reduce((sum, { transport }) => sum + (transport.socket?.bufferedAmount ?? 0), 0);
  deps.measures?.sockets(() => ({ connections: io.sockets.sockets.size, backlog: bytes() }));
  return {
    connections: () => io.sockets.sockets.size,
    leave: async () => {
      const withinMs = backWithinMs(io.sockets.sockets.size);
      const heard = [...io.sockets.sockets.values()].map(socket =>
        socket
          .timeout(heardMs)
          .emitWithAck('moved', { withinMs })
          .catch(() => undefined),
      );
      await Promise.all(heard);
    },
    close: async () => {
      for (const stop of stops) stop();
      nodes?.end();
      void mesh?.close();
      const kept = [reviews.keep(), deps.chat.marks.keep()];
      const open = connectionsOf(io.engine);
      // No farewell of Socket.IO's: after that a page would not connect again by itself.
      io.engine.close();
      for (const { transport } of open) transport.socket?.terminate();
      await Promise.all(kept);
    },
  };
}

/** Who this is, by the token of the handshake. @throws Refusal as `verify`; tooMany */
async function admit(
  { sessions, limits }: Pick<RealtimeDeps, 'sessions'> & { limits: SessionLimits },
  socket: LiveSocket,
): Promise<void> {
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
async function checkSession(io: Io, deps: RealtimeDeps & RightsDeps, socket: LiveSocket): Promise<void> {
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
function endedSockets(io: Io, ended: Ended): LiveSocket[] {
  if ('sessionId' in ended) return socketsIn(io, sessionRoom(ended.sessionId));
  return socketsIn(io, personRoom(ended.personId)).filter(s => beganAt(s.data.sessionId) < ended.before);
}
