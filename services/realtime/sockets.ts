/** Types of the sockets and the data that each socket holds about its viewer. */
import type { Server, Socket } from 'socket.io';
import type { Viewer } from '#events/person/position.ts';
import type { ReviewerView } from '#events/plan/live-review.ts';
import type { ClientToServer, ServerToClient } from '#events/wire.ts';

type SocketData = {
  viewer: Viewer;
  /** Time at which the viewer's rights change next by the clock, in ms; Infinity if they do not. */
  rightsUntil: number;
  sessionId: string;
  token: string;
  /** True if the eye is closed, so that rows are masked. */
  hidden: boolean;
  /** The case that is open on this page, and since when. */
  watching: { caseId: string; since: string } | null;
  /** The page's position in the live review of that case, if any. */
  here: ReviewerView | null;
  /** Conversations that are open on this page. */
  chats: Set<string>;
};

type None = Record<never, never>;
export type SocketServer = Server<ClientToServer, ServerToClient, None, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, None, SocketData>;

export const personRoom = (personId: string) => `person:${personId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
export const chatRoom = (conversation: string) => `chat:${conversation}`;
export const caseRoom = (caseId: string) => `watch:${caseId}`;

/** Returns the sockets of a room on this node. */
export function socketsIn(io: SocketServer, room: string): LiveSocket[] {
  const ids = io.sockets.adapter.rooms.get(room);
  if (!ids) return [];
  return [...ids].flatMap(id => io.sockets.sockets.get(id) ?? []);
}

/** Notifies the page that its session is over, with the error code, and disconnects it. */
export function endSocket(socket: LiveSocket, code: number): void {
  socket.emit('ended', { code });
  socket.disconnect(true);
}
