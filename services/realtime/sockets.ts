/** The sockets' types: what each of them knows of its viewer. */
import type { Server, Socket } from 'socket.io';
import type { Viewer } from '#events/person/position.ts';
import type { ReviewHere } from '#events/plan/live-review.ts';
import type { ClientToServer, ServerToClient } from '#events/wire.ts';

type SocketData = {
  viewer: Viewer;
  sessionId: string;
  token: string;
  /** The eye is hidden: rows come masked. */
  hidden: boolean;
  /** The case that is open on this page, and what is done with it. */
  watching: { caseId: string; since: string } | null;
  /** Where the page stands in a review of that case. */
  here: ReviewHere | null;
  /** Conversations that the page has open. */
  chats: Set<string>;
};

type None = Record<never, never>;
export type Io = Server<ClientToServer, ServerToClient, None, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, None, SocketData>;

export const personRoom = (personId: string) => `person:${personId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
export const chatRoom = (conversation: string) => `chat:${conversation}`;
export const caseRoom = (caseId: string) => `watch:${caseId}`;

/** The sockets of a room on this node. */
export function socketsIn(io: Io, room: string): LiveSocket[] {
  const ids = io.sockets.adapter.rooms.get(room);
  if (!ids) return [];
  return [...ids].flatMap(id => io.sockets.sockets.get(id) ?? []);
}

/** Says that the session is over, with the catalogue's code, and ends the socket. */
export function end(socket: LiveSocket, code: number): void {
  socket.emit('ended', { code });
  socket.disconnect(true);
}
