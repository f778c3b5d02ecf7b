/** What a socket may ask. Every handler is bounded, and an unknown shape is answered with `ok: false`. */
import { readPosition, wirePosition } from '#events/wire.ts';
import type { ChatMark } from '#projections/chat/item.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type Clock, isoNow } from '../clock/clock.ts';
import { type ChatDeps, conversationIn, leaveChat, openChat, readChat, sayChat, typeChat } from './chat.ts';
import { tell, unwatch, watch } from './presence.ts';
import { ctxOf } from './push.ts';
import { leaveReview, type ReviewDeps, stand } from './review.ts';
import type { SessionLimits } from './session-limits.ts';
import type { Io, LiveSocket } from './sockets.ts';

type Deps = ReviewDeps &
  ChatDeps & {
    clock: Clock;
    limits: SessionLimits;
    /** A mark has moved: those who have the conversation open are told. */
    told: (conversation: string, mark: ChatMark) => void;
  };

/** A message comes as anything at all: only an object's own fields are looked at. */
function field(message: unknown, name: string): unknown {
  return typeof message === 'object' && message !== null && Object.hasOwn(message, name)
    ? Reflect.get(message, name)
    : undefined;
}

const answer = (done: unknown, ok: boolean) => {
  if (typeof done === 'function') done({ ok });
};

/** Rows that were missed since a position, or word that everything is to be read anew. */
function resume(models: ReadModels, socket: LiveSocket, position: unknown): boolean {
  const after = typeof position === 'string' ? readPosition(models.logId, position) : undefined;
  const since = after === undefined ? undefined : models.changedSince(ctxOf(models, socket), after);
  if (!since || since.tooOld) {
    socket.emit('reset', { reason: since ? 'old' : 'foreign' });
    return false;
  }
  const counters = models.counts(socket.data.viewer);
  socket.emit('rows', {
    position: wirePosition(models.logId, since.position),
    rows: since.changes,
    counters,
  });
  return true;
}

function listenChat(io: Io, deps: Deps, socket: LiveSocket): void {
  const done = (answer: unknown, value: unknown) => {
    if (typeof answer === 'function') answer(value);
  };
  socket.on('chat:open', (message: unknown, answer: unknown) =>
    done(answer, openChat(io, deps, socket, message)),
  );
  socket.on('chat:leave', (message: unknown) => leaveChat(deps, socket, conversationIn(message) ?? ''));
  socket.on('chat:send', (message: unknown, answer: unknown) => {
    void sayChat(deps, socket, message).then(said => done(answer, said));
  });
  socket.on('chat:typing', (message: unknown) => typeChat(deps, socket, message));
  socket.on('chat:read', (message: unknown) => readChat(deps, socket, message, deps.told));
  socket.on('disconnect', () => {
    for (const conversation of [...socket.data.chats]) leaveChat(deps, socket, conversation);
  });
}

export function listen(io: Io, deps: Deps, socket: LiveSocket): void {
  const { models, clock, limits } = deps;
  socket.use(([event], next) => {
    // Whoever says too much in a conversation is told to slow down, message by message.
    if (limits.says(socket.data.sessionId, event === 'chat:send' ? 'message' : 'word')) next();
    else socket.disconnect(true);
  });
  listenChat(io, deps, socket);
  socket.on('resume', (message: unknown, done: unknown) =>
    answer(done, resume(models, socket, field(message, 'position'))),
  );
  socket.on('case:watch', (message: unknown, done: unknown) => {
    const caseId = field(message, 'caseId');
    if (typeof caseId !== 'string') {
      unwatch(io, deps, socket);
      return answer(done, caseId === null);
    }
    const seen = models.caseItem(ctxOf(models, socket), caseId) !== undefined;
    answer(done, watch(io, deps, socket, caseId, seen, isoNow(clock)));
  });
  socket.on('review:here', (message: unknown) => {
    if (message === null) void leaveReview(io, deps, socket);
    else stand(io, deps, socket, message);
  });
  socket.on('eye', (message: unknown) => {
    // Whatever else it may be, it does not open the eye.
    socket.data.hidden = field(message, 'hidden') !== false;
  });
  socket.on('disconnect', () => {
    void leaveReview(io, deps, socket);
    const before = socket.data.watching;
    if (!before) return;
    deps.among.caseTurned(before.caseId);
    tell(io, deps, before.caseId);
  });
}
