/**
 * A server that goes away says so, and within how long everybody should be back. Each page takes a time of its own: a
 * crowd that comes at once would be the first thing that a starting server meets.
 */
import type { Socket } from 'socket.io-client';

export type Chance = {
  /** At least 0, below 1. */
  random(): number;
  /** The answer takes it back. */
  after(milliseconds: number, run: () => void): () => void;
};

const system: Chance = {
  random: Math.random,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** What of Socket.IO's own socket is asked. */
type Line = Pick<Socket, 'connect' | 'disconnect'> & { io: Pick<Socket['io'], 'reconnection'> };

/** Connects anew at a time of its own, and not before, whenever the line breaks. The answer takes that back. */
export function comeBack(socket: Line, withinMs: number, { random, after }: Chance = system): () => void {
  socket.io.reconnection(false);
  return after(Math.floor(random() * withinMs), () => {
    socket.io.reconnection(true);
    socket.disconnect();
    socket.connect();
  });
}
