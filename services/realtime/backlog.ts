/**
 * Cuts a socket that does not read. Socket.IO queues without limit: a phone that sleeps would otherwise hold the
 * server's memory. What was missed comes with `resume` on the next connection.
 */
import type { LiveSocket } from './sockets.ts';

export const backlogBytes = 1024 * 1024;

/** What engine.io gives of a connection that we look at; its own types hide the websocket. */
type Connection = {
  transport: { socket?: { bufferedAmount: number } };
  on(event: 'drain', listener: () => void): void;
};

export type Backlog = {
  /** Counts a message that is about to be sent; false where the socket was cut instead. */
  take(bytes: number): boolean;
};

/** Follows how much of what was sent has not left yet. `onCut` is told once. */
export function watchBacklog(socket: LiveSocket, onCut: () => void): Backlog {
  const connection = socket.conn as unknown as Connection;
  let queued = 0;
  let cut = false;
  connection.on('drain', () => {
    queued = 0;
  });
  return {
    take: bytes => {
      if (cut) return false;
      queued += bytes;
      if (queued + (connection.transport.socket?.bufferedAmount ?? 0) <= backlogBytes) return true;
      cut = true;
      onCut();
      socket.disconnect(true);
      return false;
    },
  };
}
