/**
 * Reconnecting after a server restart. The server announces the restart and a time limit; each page picks a
 * random
 * delay within the limit, so that a starting server is not met by all clients at once.
 */
import type { Socket } from 'socket.io-client';

export type ReconnectDeps = {
  /** Returns a random number, at least 0 and below 1. */
  random(): number;
  /** Returns a function that cancels the timer. */
  after(milliseconds: number, run: () => void): () => void;
};

const system: ReconnectDeps = {
  random: Math.random,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The part of Socket.IO's socket that `reconnectWithin` uses. */
type Line = Pick<Socket, 'connect' | 'disconnect'> & { io: Pick<Socket['io'], 'reconnection'> };

/**
 * Turns off automatic reconnection and reconnects after a random delay. Returns a function that cancels the
 * delay.
 */
export function reconnectWithin(
  socket: Line,
  withinMs: number,
  { random, after }: ReconnectDeps = system,
): () => void {
  socket.io.reconnection(false);
  return after(Math.floor(random() * withinMs), () => {
    socket.io.reconnection(true);
    socket.disconnect();
    socket.connect();
  });
}
