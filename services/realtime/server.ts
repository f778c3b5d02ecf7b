/**
 * The socket server: Socket.IO over websockets only. Rooms decide who receives a row, and `present` decides how it
 * looks (ARCHITECTURE 4). Sockets do not change cases: they request, report presence and send chat messages.
 */
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { Refusal } from '#events/errors.ts';
import type { ChatReadMark } from '#projections/chat/item.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Chat } from '../chat/chat.ts';
import { markWriteIntervalMs } from '../chat/read-marks.ts';
import type { RepeatingTimers } from '../clock/clock.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Sessions } from '../people/sessions.ts';
import type { Tracer } from '../trace/tracer.ts';
import { limitBacklog } from './backlog.ts';
import { closeForbiddenChats } from './chat.ts';
import { createChatPresencePush } from './chat-presence.ts';
import {
  conversationsWithChangedRooms,
  createChatRowThrottle,
  createReadMarkPush,
  minRowIntervalMs,
  pushMessages,
} from './chat-push.ts';
import { joinClusterPresence, type NodeBus, singleNodePresence } from './cluster-presence.ts';
import { connectionsOfEngine } from './connection.ts';
import { installTextEncoder } from './encoder.ts';
import { isOwnOrigin } from './origin.ts';
import { pushPresence } from './presence.ts';
import { pushRows } from './push.ts';
import { pushRemoteReviewPositions } from './review.ts';
import { createReviewLog, type ReviewLogDeps, reviewWriteIntervalMs } from './review-log.ts';
import {
  applyClockRights,
  applyDirectoryChanges,
  clockRightsIntervalMs,
  closeHiddenCases,
  joinRooms,
  socketsOfDirectoryChanges,
} from './rights.ts';
import { createSessionLimits } from './session-limits.ts';
import { handleSocketRequests } from './socket-requests.ts';
import { admitSockets, checkSession, socketsOfEndedSessions } from './socket-session.ts';
import { chatRoom, endSocket, type LiveSocket, type SocketServer, socketsIn } from './sockets.ts';

export type RealtimeDeps = ReviewLogDeps & {
  models: ReadModels;
  chat: Chat;
  sessions: Pick<Sessions, 'verify' | 'onEnded'>;
  timers: RepeatingTimers;
  audit?: Pick<SecurityLog, 'refused'>;
  measures?: Pick<Metrics, 'pushed' | 'sockets'>;
  tracer?: Pick<Tracer, 'done'>;
  /** Bus to the other nodes. Default: this node is alone. */
  mesh?: (io: SocketServer) => NodeBus;
};

export type Realtime = {
  connections(): number;
  /**
   * Announces to every page that this server stops. Resolves once all pages acknowledge, or after a second.
   */
  leave(): Promise<void>;
  /** Ends every socket. Resolves once pending records are written. Does not close the HTTP server. */
  close(): Promise<void>;
};

/**
 * Time over which clients spread their reconnects when this server stops, in ms. It is 100 ms per connection, so that
 * the next node is not flooded, but from 1 s to 30 s.
 */
export const reconnectWindowMsOf = (connections: number): number =>
  Math.min(30_000, 1_000 + 100 * connections);
/** Longest wait for clients to acknowledge that the server stops. */
const heardMs = 1_000;

/** Interval between checks for expired sessions. */
const checkMs = 30_000;
const maxMessageBytes = 64 * 1024;
/** Maximum time from connecting to sending a token, in ms. Then the connection is closed. */
const handshakeMs = 10_000;

export function attachRealtime(http: HttpServer, deps: RealtimeDeps & { publicUrl: string }): Realtime {
  const io: SocketServer = new Server(http, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: maxMessageBytes,
    connectTimeout: handshakeMs,
    allowRequest: ({ headers }, done) => done(null, isOwnOrigin(headers, deps.publicUrl)),
  });
  return serveSocketServer(io, deps);
}

/** Builds the state that the socket handlers share, and joins the other nodes if there are any. */
function assemble(io: SocketServer, deps: RealtimeDeps) {
  const { models, clock, timers } = deps;
  const mesh = deps.mesh?.(io);
  const nodes = mesh && joinClusterPresence(io, { mesh, clock, timers });
  const among = nodes?.among ?? singleNodePresence;
  const marks = createReadMarkPush(io);
  const comings = createChatPresencePush(io, { models, among });
  const inside = {
    ...deps,
    reviews: createReviewLog(deps),
    limits: createSessionLimits(clock),
    among,
    told: (conversation: string, mark: ChatReadMark) => {
      marks.note(conversation, mark);
      among.marked(conversation, mark);
    },
    turned: (conversation: string) => {
      comings.turn(conversation);
      among.chatChanged(conversation);
    },
  };
  nodes?.begin({
    presence: caseId => pushPresence(io, inside, caseId),
    review: (caseId, before) => pushRemoteReviewPositions(io, inside, caseId, before),
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

function serveSocket(io: SocketServer, { inside, comings }: Assembly, socket: LiveSocket): void {
  const { sessionId, viewer } = socket.data;
  // The viewer is authenticated, so the HTTP request and its headers are dropped to free memory.
  Object.assign(socket.conn, { request: null });
  Object.assign(socket.handshake, { headers: {} });
  limitBacklog(socket, () => inside.log.warn({ sessionId }, 'disconnected a socket that does not read'));
  joinRooms(inside.models, socket);
  handleSocketRequests(io, inside, socket);
  const turned = (personId: string) => {
    comings.note(personId);
    inside.among.personChanged(personId);
  };
  turned(viewer.id);
  socket.once('disconnect', () => turned(socket.data.viewer.id));
  // Checks again, because a session that ended between the handshake and the room join got no push.
  void checkSession(io, inside, socket);
}

/** Pushes changes and checks sessions periodically. Returns the functions that stop this. */
function pushChanges(io: SocketServer, { inside, marks, comings }: Assembly): (() => void)[] {
  const { models, sessions, timers } = inside;
  const inRoom = (room: string) => socketsIn(io, room);
  const rows = createChatRowThrottle(inside.clock, announce =>
    pushRows(inRoom, models, announce, (socket, message) => socket.emit('rows', message)),
  );
  return [
    models.onAnnounce(announce => {
      const start = performance.timeOrigin + performance.now();
      applyDirectoryChanges(io, inside, announce);
      for (const socket of socketsOfDirectoryChanges(io, announce)) void checkSession(io, inside, socket);
      for (const id of conversationsWithChangedRooms(announce))
        for (const socket of inRoom(chatRoom(id))) closeForbiddenChats(inside, socket, [id]);
      pushMessages(io, models, announce);
      rows.take(announce);
      closeHiddenCases(io, inside, announce);
      inside.measures?.pushed(announce.position);
      inside.tracer?.done('push', announce.traces ?? [], start);
    }),
    timers.every(minRowIntervalMs, () => {
      rows.tell();
      marks.tell();
      comings.tell();
    }),
    timers.every(clockRightsIntervalMs, () => applyClockRights(io, inside)),
    timers.every(markWriteIntervalMs, () => void inside.chat.marks.keep()),
    sessions.onEnded(ended => {
      for (const socket of socketsOfEndedSessions(io, ended))
        endSocket(socket, new Refusal('sessionEnded').code);
    }),
    timers.every(checkMs, () => {
      for (const socket of io.sockets.sockets.values()) void checkSession(io, inside, socket);
      inside.limits.sweep();
    }),
    timers.every(reviewWriteIntervalMs, () => void inside.reviews.keep()),
  ];
}

/** Like `attachRealtime`, over any Socket.IO server. */
export function serveSocketServer(io: SocketServer, deps: RealtimeDeps): Realtime {
  installTextEncoder(io);
  const assembly = assemble(io, deps);
  const { inside, endNodes } = assembly;
  admitSockets(io, inside);
  io.on('connection', socket => serveSocket(io, assembly, socket));
  const stops = pushChanges(io, assembly);
  const connections = () => io.sockets.sockets.size;
  const bytes = () =>
    connectionsOfEngine(io.engine).reduce(
      (sum, { transport }) => sum + (transport.socket?.bufferedAmount ?? 0),
      0,
    );
  deps.measures?.sockets(() => ({ connections: connections(), backlog: bytes() }));
  return {
    connections,
    leave: async () => {
      const withinMs = reconnectWindowMsOf(connections());
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
      const open = connectionsOfEngine(io.engine);
      // Trap: after Socket.IO's own disconnect packet a client does not reconnect automatically.
      io.engine.close();
      for (const { transport } of open) transport.socket?.terminate();
      await Promise.all(kept);
    },
  };
}
