/**
 * The live side: Socket.IO over websockets only. Rooms decide who, present decides what (ARCHITECTURE 4). Nothing here
 * writes: what a socket says is either a question or presence.
 */
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { Refusal } from '#events/errors.ts';
import type { ChatMark } from '#projections/chat/item.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Chat } from '../chat/chat.ts';
import { keepMarksMs } from '../chat/marks.ts';
import type { Timers } from '../clock/clock.ts';
import type { Audit } from '../logging/audit.ts';
import type { Measures } from '../measures/measures.ts';
import type { Sessions } from '../people/sessions.ts';
import type { Tracer } from '../trace/tracer.ts';
import { alone, createAmong, type Mesh } from './among.ts';
import { limitBacklog } from './backlog.ts';
import { leaveLost } from './chat.ts';
import { createComings } from './chat-here.ts';
import { chatsMoved, createChatRows, createMarksPush, rowsApartMs, tellSaid } from './chat-push.ts';
import { connectionsOf } from './connection.ts';
import { speakText } from './encoder.ts';
import { isOwnOrigin } from './origin.ts';
import { tell } from './presence.ts';
import { push } from './push.ts';
import { showElsewhere } from './review.ts';
import { createReviewLog, keepMs, type ReviewLogDeps } from './review-log.ts';
import { followPeople, joinRooms, lostSight } from './rights.ts';
import { createSessionLimits } from './session-limits.ts';
import { listen } from './socket-requests.ts';
import { admitSockets, checkSession, endedSockets } from './socket-session.ts';
import { chatRoom, end, type Io, type LiveSocket, socketsIn } from './sockets.ts';

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

/** What the handlers of sockets share: this node's state, and the other nodes where there are some. */
function assemble(io: Io, deps: RealtimeDeps) {
  const { models, clock, timers } = deps;
  const mesh = deps.mesh?.(io);
  const nodes = mesh && createAmong(io, { mesh, clock, timers });
  const among = nodes?.among ?? alone;
  const marks = createMarksPush(io);
  const comings = createComings(io, { models, among });
  const inside = {
    ...deps,
    reviews: createReviewLog(deps),
    limits: createSessionLimits(clock),
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
  const endNodes = () => {
    nodes?.end();
    void mesh?.close();
  };
  return { inside, marks, comings, endNodes };
}

type Assembly = ReturnType<typeof assemble>;

function serveSocket(io: Io, { inside, comings }: Assembly, socket: LiveSocket): void {
  const { sessionId, viewer } = socket.data;
  // Who it is is known: what its HTTP request said is held for nobody any more.
  Object.assign(socket.conn, { request: null });
  Object.assign(socket.handshake, { headers: {} });
  limitBacklog(socket, () => inside.log.warn({ sessionId }, 'a socket that does not read was cut'));
  joinRooms(inside.models, socket);
  listen(io, inside, socket);
  const turned = (personId: string) => {
    comings.note(personId);
    inside.among.personTurned(personId);
  };
  turned(viewer.id);
  socket.once('disconnect', () => turned(socket.data.viewer.id));
  // What ended or changed between the handshake and the rooms was told to nobody.
  void checkSession(io, inside, socket);
}

/** Pushes what changes, and looks after sockets now and then; returns how each of it is stopped. */
function pushChanges(io: Io, { inside, marks, comings }: Assembly): (() => void)[] {
  const { models, sessions, timers } = inside;
  const inRoom = (room: string) => socketsIn(io, room);
  const rows = createChatRows(inside.clock, announce =>
    push(inRoom, models, announce, (socket, message) => socket.emit('rows', message)),
  );
  return [
    models.onAnnounce(announce => {
      const start = performance.timeOrigin + performance.now();
      followPeople(io, inside, announce);
      for (const id of chatsMoved(announce))
        for (const socket of inRoom(chatRoom(id))) leaveLost(inside, socket, [id]);
      tellSaid(io, models, announce);
      rows.take(announce);
      lostSight(io, inside, announce);
      inside.measures?.pushed(announce.position);
      inside.tracer?.done('push', announce.traces ?? [], start);
    }),
    timers.every(rowsApartMs, () => {
      rows.tell();
      marks.tell();
      comings.tell();
    }),
    timers.every(keepMarksMs, () => void inside.chat.marks.keep()),
    sessions.onEnded(ended => {
      for (const socket of endedSockets(io, ended)) end(socket, new Refusal('sessionEnded').code);
    }),
    timers.every(checkMs, () => {
      for (const socket of io.sockets.sockets.values()) void checkSession(io, inside, socket);
      inside.limits.sweep();
    }),
    timers.every(keepMs, () => void inside.reviews.keep()),
  ];
}

/** As `attachRealtime`, over connections of any kind. */
export function serveRealtime(io: Io, deps: RealtimeDeps): Realtime {
  speakText(io);
  const assembly = assemble(io, deps);
  const { inside, endNodes } = assembly;
  admitSockets(io, inside);
  io.on('connection', socket => serveSocket(io, assembly, socket));
  const stops = pushChanges(io, assembly);
  const connections = () => io.sockets.sockets.size;
  const bytes = () =>
    connectionsOf(io.engine).reduce((sum, { transport }) => sum + (transport.socket?.bufferedAmount ?? 0), 0);
  deps.measures?.sockets(() => ({ connections: connections(), backlog: bytes() }));
  return {
    connections,
    leave: async () => {
      const withinMs = backWithinMs(connections());
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
      endNodes();
      const kept = [inside.reviews.keep(), deps.chat.marks.keep()];
      const open = connectionsOf(io.engine);
      // No farewell of Socket.IO's: after that a page would not connect again by itself.
      io.engine.close();
      for (const { transport } of open) transport.socket?.terminate();
      await Promise.all(kept);
    },
  };
}
