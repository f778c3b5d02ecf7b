/** Requests from sockets. Every handler is limited. A message of unknown shape is answered with `ok: false`. */
import { parseWirePosition, toWirePosition } from '#events/wire.ts';
import type { ChatReadMark } from '#projections/chat/item.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type Clock, isoNow } from '../clock/clock.ts';
import {
  type ChatSocketDeps,
  conversationIdIn,
  leaveChat,
  openChat,
  reportTyping,
  sendChatMessage,
  storeReadMark,
} from './chat.ts';
import { closeCasePage, openCasePage, pushPresence } from './presence.ts';
import { presentationContextOfListener } from './push.ts';
import { leaveReview, type ReviewDeps, showReviewPosition } from './review.ts';
import type { SessionLimits } from './session-limits.ts';
import type { LiveSocket, SocketServer } from './sockets.ts';

type SocketRequestDeps = ReviewDeps &
  ChatSocketDeps & {
    clock: Clock;
    limits: SessionLimits;
    /** Called when a read mark has moved. Pushes the mark to those who have the conversation open. */
    told: (conversation: string, mark: ChatReadMark) => void;
  };

/** Reads an own field of a message of unknown shape. */
function field(message: unknown, name: string): unknown {
  return typeof message === 'object' && message !== null && Object.hasOwn(message, name)
    ? Reflect.get(message, name)
    : undefined;
}

const answer = (done: unknown, ok: boolean) => {
  if (typeof done === 'function') done({ ok });
};

/** Sends the rows that changed since a position, or a reset if the page must read everything again. */
function resume(models: ReadModels, socket: LiveSocket, position: unknown): boolean {
  const after = typeof position === 'string' ? parseWirePosition(models.logId, position) : undefined;
  const since =
    after === undefined
      ? undefined
      : models.changedSince(presentationContextOfListener(models, socket), after);
  if (!since || since.tooOld) {
    socket.emit('reset', { reason: since ? 'old' : 'foreign' });
    return false;
  }
  const counters = models.counts(socket.data.viewer);
  socket.emit('rows', {
    position: toWirePosition(models.logId, since.position),
    rows: since.changes,
    counters,
  });
  return true;
}

function listenChat(io: SocketServer, deps: SocketRequestDeps, socket: LiveSocket): void {
  const done = (answer: unknown, value: unknown) => {
    if (typeof answer === 'function') answer(value);
  };
  socket.on('chat:open', (message: unknown, answer: unknown) =>
    done(answer, openChat(io, deps, socket, message)),
  );
  socket.on('chat:leave', (message: unknown) => leaveChat(deps, socket, conversationIdIn(message) ?? ''));
  socket.on('chat:send', (message: unknown, answer: unknown) => {
    void sendChatMessage(deps, socket, message).then(said => done(answer, said));
  });
  socket.on('chat:typing', (message: unknown) => reportTyping(deps, socket, message));
  socket.on('chat:read', (message: unknown) => storeReadMark(deps, socket, message, deps.told));
  socket.on('disconnect', () => {
    for (const conversation of [...socket.data.chats]) leaveChat(deps, socket, conversation);
  });
}

export function handleSocketRequests(io: SocketServer, deps: SocketRequestDeps, socket: LiveSocket): void {
  const { models, clock, limits } = deps;
  socket.use(([event], next) => {
    // Chat messages have a higher limit of their own, because the chat itself refuses excess ones with a retry time.
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
      closeCasePage(io, deps, socket);
      return answer(done, caseId === null);
    }
    const seen = models.caseItem(presentationContextOfListener(models, socket), caseId) !== undefined;
    answer(done, openCasePage(io, deps, socket, caseId, seen, isoNow(clock)));
  });
  socket.on('review:here', (message: unknown) => {
    if (message === null) void leaveReview(io, deps, socket);
    else showReviewPosition(io, deps, socket, message);
  });
  socket.on('eye', (message: unknown) => {
    // Only an explicit `false` unmasks names.
    socket.data.hidden = field(message, 'hidden') !== false;
  });
  socket.on('disconnect', () => {
    void leaveReview(io, deps, socket);
    const before = socket.data.watching;
    if (!before) return;
    deps.among.caseChanged(before.caseId);
    pushPresence(io, deps, before.caseId);
  });
}
