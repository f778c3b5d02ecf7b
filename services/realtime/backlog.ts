/**
 * Disconnects a socket whose client does not read. Why: Socket.IO queues without limit, so a sleeping phone would use
 * the server's memory. The client gets missed rows through `resume` on its next connection.
 */
import { asEngineConnection } from './connection.ts';
import type { LiveSocket } from './sockets.ts';

const backlogBytes = 1024 * 1024;

/**
 * Watches everything that is sent to a socket, and disconnects it when the unsent backlog exceeds 1 MiB. Calls `onCut`
 * once.
 */
export function limitBacklog(socket: LiveSocket, onCut: () => void): void {
  const connection = asEngineConnection(socket.conn);
  let queued = 0;
  let cut = false;
  // The packets are now in the websocket, which counts them in `bufferedAmount`.
  connection.on('drain', () => {
    queued = 0;
  });
  connection.on('packetCreate', ({ data, options }) => {
    const frame = options?.wsPreEncodedFrame;
    if (cut || typeof data !== 'string') return;
    const { socket: websocket } = connection.transport;
    const before = queued + (websocket?.bufferedAmount ?? 0);
    // A packet for a whole room has a frame that is encoded and measured only once.
    queued += frame?.at(-1)?.length ?? Buffer.byteLength(data);
    // Ignores the current packet, because one large message to a client that reads is not a backlog.
    if (!websocket || before <= backlogBytes) return;
    cut = true;
    onCut();
    // Trap: Socket.IO's `disconnect` and engine.io's `close` both wait until the backlog is sent.
    websocket.terminate();
  });
}
