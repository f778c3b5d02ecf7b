/**
 * Proxy that simulates a slow connection to a server. Chromium's own emulation
 * (Network.emulateNetworkConditions) delays answers but not connection setup. TCP slow start is not
 * simulated: the first packet has full speed.
 */
import { createServer, connect as dial, type Server, type Socket } from 'node:net';

const ROUND_TRIP_MS = 150;
const WAY_MS = ROUND_TRIP_MS / 2;
const DOWN_BITS_PER_SECOND = 1_600_000;
const UP_BITS_PER_SECOND = 750_000;
const PACKET = 1460;

export type SlowConnection = { url: string; close: () => Promise<void> };

type Load = { to: Socket; bytes: Buffer; sent: () => void };
/** Resolves when the last byte was sent; an empty buffer ends the connection. */
type Send = (to: Socket, bytes: Buffer) => Promise<void>;

/** Calculated time to connect and fetch `bytes`, in milliseconds. */
export const expectedTransferMs = (bytes: number): number =>
  2 * ROUND_TRIP_MS + (bytes * 8000) / DOWN_BITS_PER_SECOND;

/**
 * One direction shared by all connections: packets are sent in turn at the line's bit rate, then delayed by
 * half a round trip.
 */
function direction(bitsPerSecond: number): Send {
  const waiting: Load[] = [];
  // Timers of different length do not keep their order, so each delivers the oldest packet.
  const onTheWay: (() => void)[] = [];
  let freeAt = 0;
  let busy = false;
  const next = () => {
    const load = waiting.shift();
    busy = load !== undefined;
    if (!load) return;
    const packet = load.bytes.subarray(0, PACKET);
    const rest = load.bytes.subarray(PACKET);
    freeAt += (packet.length * 8000) / bitsPerSecond;
    const left = Math.max(0, freeAt - performance.now());
    onTheWay.push(() => (packet.length > 0 ? load.to.write(packet) : load.to.end()));
    setTimeout(() => onTheWay.shift()?.(), left + WAY_MS);
    setTimeout(() => {
      if (rest.length > 0) waiting.push({ ...load, bytes: rest });
      else load.sent();
      next();
    }, left);
  };
  return (to, bytes) =>
    new Promise(sent => {
      waiting.push({ to, bytes, sent });
      if (busy) return;
      freeAt = Math.max(freeAt, performance.now());
      next();
    });
}

async function carry(from: Socket, to: Socket, send: Send): Promise<void> {
  try {
    for await (const bytes of from) await send(to, bytes);
    await send(to, Buffer.alloc(0));
  } catch {
    // The browser leaves the page, or the server ends: aborts the transfer.
    to.destroy();
  }
}

function relayTo(url: string): { relay: Server; open: Set<Socket> } {
  const { hostname, port } = new URL(url);
  const down = direction(DOWN_BITS_PER_SECOND);
  const up = direction(UP_BITS_PER_SECOND);
  const open = new Set<Socket>();
  const relay = createServer(near => {
    const far = dial(Number(port), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.setNoDelay().on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    void carry(far, near, down);
    // The kernel has completed the TCP handshake, so its round trip is added before the first byte.
    setTimeout(() => void carry(near, far, up), ROUND_TRIP_MS);
  });
  return { relay, open };
}

/** Opens a slow connection to a local server; `url` reaches the server through it. */
export async function openSlowConnection(url: string): Promise<SlowConnection> {
  const { relay, open } = relayTo(url);
  await new Promise<void>(resolve => relay.listen(0, '127.0.0.1', resolve));
  const address = relay.address();
  if (typeof address !== 'object' || address === null) throw new Error('the line has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise(resolve => relay.close(() => resolve()));
    },
  };
}
