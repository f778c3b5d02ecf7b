/**
 * The live side: Socket.IO over websockets only. Rooms decide who, present decides what (ARCHITECTURE 4). Nothing here
 * writes: what a socket says is either a question or presence.
 */
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { isRefusal, Refusal } from '#events/errors.ts';
import { viewerOf } from '#events/person/directory.ts';
import { type RowsMessage, readPosition, wirePosition } from '#events/wire.ts';
import type { Announce, ReadModels } from '#projections/readmodels.ts';
import { type Clock, isoNow, type Timers } from '../clock.ts';
import type { Sessions } from '../people/sessions.ts';
import { type Backlog, watchBacklog } from './backlog.ts';
import { tell, unwatch, watch } from './presence.ts';
import { ctxOf, push } from './push.ts';
import { caseRoom, type Io, type LiveSocket, personRoom, sessionRoom, socketsIn } from './sockets.ts';

export type RealtimeDeps = {
  models: ReadModels;
  sessions: Sessions;
  clock: Clock;
  timers: Timers;
  log: { warn(facts: object, words: string): void };
};

export type Realtime = { connections(): number; close(): Promise<void> };

const checkMs = 30_000;
const maxMessageBytes = 64 * 1024;

export function attachRealtime(http: HttpServer, deps: RealtimeDeps): Realtime {
  const io: Io = new Server(http, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: maxMessageBytes,
  });
  const { models, sessions, log } = deps;
  const backlogs = new WeakMap<LiveSocket, Backlog>();

  const send = (socket: LiveSocket, message: RowsMessage) => {
    // The length in UTF-16 units is close enough to the bytes for a limit of a megabyte.
    if (backlogs.get(socket)?.take(JSON.stringify(message).length) === false) return;
    socket.emit('rows', message);
  };

  io.use(async (socket, next) => {
    try {
      const { token } = socket.handshake.auth;
      const session = await sessions.verify(typeof token === 'string' ? token : undefined, { act: false });
      const hidden = socket.handshake.auth.hidden === true;
      socket.data = {
        viewer: session.viewer,
        sessionId: session.sessionId,
        token: session.token,
        hidden,
        watching: null,
      };
      next();
    } catch (error) {
      const code = isRefusal(error) ? error.code : new Refusal('internal').code;
      next(Object.assign(new Error('refused'), { data: { code } }));
    }
  });

  io.on('connection', socket => {
    backlogs.set(
      socket,
      watchBacklog(socket, () =>
        log.warn({ sessionId: socket.data.sessionId }, 'a socket that does not read was cut'),
      ),
    );
    const { viewer, sessionId } = socket.data;
    void socket.join([...models.roomsOf(viewer), personRoom(viewer.id), sessionRoom(sessionId)]);
    listen(io, deps, socket, send);
  });

  const stops = [
    models.onAnnounce(announce => {
      changedRights(io, models, announce);
      push(io, models, announce, send);
      lostSight(io, models, announce);
    }),
    sessions.onEnded(ended => {
      const room = 'sessionId' in ended ? sessionRoom(ended.sessionId) : personRoom(ended.personId);
      for (const socket of socketsIn(io, room)) end(socket, new Refusal('sessionEnded').code);
    }),
    deps.timers.every(checkMs, () => void checkSessions(io, sessions)),
  ];

  return {
    connections: () => io.sockets.sockets.size,
    close: async () => {
      for (const stop of stops) stop();
      await io.close();
    },
  };
}

/** What a socket may ask. Every handler is bounded, and an unknown shape is answered with `ok: false`. */
function listen(
  io: Io,
  deps: RealtimeDeps,
  socket: LiveSocket,
  send: (s: LiveSocket, m: RowsMessage) => void,
): void {
  const { models, clock } = deps;
  const answer = (done: unknown, ok: boolean) => {
    if (typeof done === 'function') done({ ok });
  };
  socket.on('resume', (message, done) => {
    const after = readPosition(models.logId, String(message?.position));
    if (after === undefined) socket.emit('reset', { reason: 'foreign' });
    const since = after === undefined ? undefined : models.changedSince(ctxOf(models, socket), after);
    if (since?.tooOld) socket.emit('reset', { reason: 'old' });
    const fresh = since !== undefined && !since.tooOld;
    if (fresh) {
      const position = wirePosition(models.logId, since.position);
      send(socket, { position, rows: since.changes, counters: models.counts(socket.data.viewer) });
    }
    answer(done, fresh);
  });
  socket.on('case:watch', (message, done) => {
    const caseId = message?.caseId;
    if (typeof caseId !== 'string') {
      unwatch(io, models, socket);
      return answer(done, caseId === null);
    }
    const seen = models.caseItem(ctxOf(models, socket), caseId) !== undefined;
    answer(done, watch(io, models, socket, caseId, seen, isoNow(clock)));
  });
  socket.on('eye', message => {
    socket.data.hidden = message?.hidden === true;
  });
  socket.on('disconnect', () => {
    const before = socket.data.watching;
    if (before) tell(io, models, before.caseId);
  });
}

function end(socket: LiveSocket, code: number): void {
  socket.emit('ended', { code });
  socket.disconnect(true);
}

/** A case that went out of this person's sight is not watched any longer. */
function lostSight(io: Io, models: ReadModels, announce: Announce): void {
  for (const { view, id } of announce.changes) {
    if (view !== 'caseList') continue;
    for (const socket of socketsIn(io, caseRoom(id)))
      if (models.caseItem(ctxOf(models, socket), id) === undefined) unwatch(io, models, socket);
  }
}

/** A person whose position, organisation or doctors changed leaves every room first, then reads everything anew. */
function changedRights(io: Io, models: ReadModels, announce: Announce): void {
  for (const { view, id } of announce.changes) {
    if (view !== 'people') continue;
    const person = models.directory().people.get(id);
    if (!person) continue;
    const viewer = viewerOf(person);
    for (const socket of socketsIn(io, personRoom(id))) {
      if (JSON.stringify(socket.data.viewer) === JSON.stringify(viewer)) continue;
      unwatch(io, models, socket);
      for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
      socket.data.viewer = viewer;
      void socket.join([...models.roomsOf(viewer), personRoom(id), sessionRoom(socket.data.sessionId)]);
      socket.emit('reset', { reason: 'rights' });
    }
  }
}

/** Ends the sockets of sessions that went idle: a socket alone keeps no session alive. */
async function checkSessions(io: Io, sessions: Sessions): Promise<void> {
  for (const socket of io.sockets.sockets.values())
    await sessions.verify(socket.data.token, { act: false }).catch((error: unknown) => {
      if (isRefusal(error)) end(socket, error.code);
    });
}
