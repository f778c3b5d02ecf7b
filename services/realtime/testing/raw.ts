/** A websocket by hand: it says whatever it is told to, and reads only while it is let. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export type Raw = {
  tcp: Socket;
  /** Sends one text frame; Socket.IO's packets begin with 4, then 0 to connect or 2 for an event. */
  say(text: string): void;
  /** Sends bytes as they are. */
  bytes(bytes: Buffer): void;
  /** All that was read so far. */
  read(): string;
  /** Resolves once a text has been read. */
  until(text: string): Promise<void>;
  /** Resolves with the number of bytes read once the connection is gone. */
  gone: Promise<number>;
};

/** One masked frame, as a browser sends it. */
export function frame(text: string, opcode = 1): Buffer {
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

/** Connects and shows the token. */
export async function openRaw(port: number, token: string): Promise<Raw> {
  const tcp = connect(port, '127.0.0.1');
  let text = '';
  let count = 0;
  let heard = () => {};
  tcp.on('data', chunk => {
    count += chunk.length;
    // What is large is only counted.
    if (text.length < 100_000) text += chunk.toString('latin1');
    heard();
  });
  // A connection that is cut may end in an error; that it ended is what counts.
  tcp.on('error', () => undefined);
  const gone = new Promise<number>(resolve => tcp.once('close', () => resolve(count)));
  const raw: Raw = {
    tcp,
    say: said => void tcp.write(frame(said)),
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
