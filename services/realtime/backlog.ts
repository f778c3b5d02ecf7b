/**
 * Cuts a socket that does not read. Socket.IO queues without limit: a phone that sleeps would otherwise hold the
 * server's memory. What was missed comes with `resume` on the next connection.
 */
import { connectionOf } from './connection.ts';
import type { LiveSocket } from './sockets.ts';

const backlogBytes = 1024 * 1024;

/** Follows whatever is sent to a socket, of any kind, and cuts it once too much of it has not left. `onCut` is told once. */
export function limitBacklog(socket: LiveSocket, onCut: () => void): void {
  const connection = connectionOf(socket.conn);
  let queued = 0;
  let cut = false;
  // Handed to the websocket: from there on it is counted as what the websocket buffers.
  connection.on('drain', () => {
    queued = 0;
  });
  connection.on('packetCreate', ({ data, options }) => {
    const frame = options?.wsPreEncodedFrame;
    if (cut || typeof data !== 'string') return;
    const { socket: websocket } = connection.transport;
    const before = queued + (websocket?.bufferedAmount ?? 0);
    // What goes to a whole room was measured once, when its frame was made.
    queued += frame?.at(-1)?.length ?? Buffer.byteLength(data);
    // What is said now does not count: one large message, to somebody who reads, is no backlog.
    if (!websocket || before <= backlogBytes) return;
    cut = true;
    onCut();
    // Neither Socket.IO's `disconnect` nor engine.io's `close` will do: both wait until the backlog has left.
    websocket.terminate();
  });
}
