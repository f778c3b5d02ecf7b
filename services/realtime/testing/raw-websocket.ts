/** A websocket client over plain TCP: sends any bytes, and can stop reading. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export type RawWebSocket = {
  tcp: Socket;
  /** Sends one text frame. Socket.IO's packets begin with 4, then 0 to connect or 2 for an event. */
  say(text: string): void;
  /** Sends bytes without a frame. */
  bytes(bytes: Buffer): void;
  /** All text received so far, up to 100 000 characters. */
  read(): string;
  /** Resolves once this text has been received. */
  until(text: string): Promise<void>;
  /** Resolves with the number of bytes received once the connection is closed. */
  gone: Promise<number>;
};

/** Encodes one masked frame, as a browser sends it. */
export function encodeMaskedFrame(text: string, opcode = 1): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  if (head.length === 2) head[1] = 0x80 | payload.length;
  else if (head.length === 4) {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(payload.length, 2);
  } else {
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ (mask[i % 4] ?? 0))]);
}

/** Connects and sends the token. */
export async function openRawWebSocket(port: number, token: string): Promise<RawWebSocket> {
  const tcp = connect(port, '127.0.0.1');
  let text = '';
  let count = 0;
  let heard = () => {};
  tcp.on('data', chunk => {
    count += chunk.length;
    // Counts further bytes without keeping them.
    if (text.length < 100_000) text += chunk.toString('latin1');
    heard();
  });
  // A cut connection may end with an error. Only its end matters.
  tcp.on('error', () => undefined);
  const gone = new Promise<number>(resolve => tcp.once('close', () => resolve(count)));
  const raw: RawWebSocket = {
    tcp,
    say: said => void tcp.write(encodeMaskedFrame(said)),
    bytes: said => void tcp.write(said),
    read: () => text,
    until: async wanted => {
      while (!text.includes(wanted))
        await new Promise<void>(resolve => {
          heard = resolve;
        });
    },
    gone,
  };
  tcp.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  );
  await raw.until('"sid"');
  raw.say(`40${JSON.stringify({ token })}`);
  await raw.until('40{"sid"');
  return raw;
}
