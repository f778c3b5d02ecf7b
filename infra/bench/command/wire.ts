/**
 * Minimal HTTP and WebSocket clients, because on a small machine the load generator takes processor time from
 * the server.
 */
import { connect } from 'node:net';

export type HttpCaller = {
  /** Sends a command and resolves with the status of its answer. Later commands use a renewed token. */
  send(method: string, path: string, body: string): Promise<number>;
  close(): void;
};

const end = '\r\n\r\n';

/**
 * Opens one persistent connection that sends one request at a time. @throws Error if an answer has no length
 */
export function openHttpCaller(url: URL, token: string): HttpCaller {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  let current = token;
  let text = '';
  let answered: (status: number) => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  socket.setEncoding('latin1');
  socket.on('error', error => failed(error));
  socket.on('data', (chunk: string) => {
    text += chunk;
    const head = text.indexOf(end);
    if (head < 0) return;
    const headers = text.slice(0, head);
    const length = /content-length: (\d+)/i.exec(headers)?.[1];
    if (length === undefined) return failed(new Error(`an answer without a length: ${headers}`));
    if (text.length < head + end.length + Number(length)) return;
    text = '';
    current = /x-token: (\S+)/i.exec(headers)?.[1] ?? current;
    answered(Number(headers.slice(9, 12)));
  });
  return {
    send: (method, path, body) =>
      new Promise((resolve, reject) => {
        [answered, failed] = [resolve, reject];
        const lines = [
          `${method} ${path} HTTP/1.1`,
          `Host: ${url.host}`,
          `Authorization: ${current}`,
          'Content-Type: application/json',
          `Content-Length: ${Buffer.byteLength(body)}`,
        ];
        socket.write(`${lines.join('\r\n')}${end}${body}`, 'utf8');
      }),
    close: () => socket.destroy(),
  };
}

/** Opens a page's socket that only counts messages. The returned function closes it. */
export async function openSocketListener(url: URL, token: string, heard: () => void): Promise<() => void> {
  const socket = new WebSocket(`ws://${url.host}/socket.io/?EIO=4&transport=websocket`);
  await new Promise<void>((resolve, reject) => {
    socket.onerror = () => reject(new Error('a page could not connect'));
    socket.onmessage = ({ data }) => {
      // Socket.IO packets: 0 connection, 40 session, 42 event, 44 refusal; 2 is a ping, answered by 3.
      const packet = String(data);
      if (packet.startsWith('42["rows"')) heard();
      else if (packet === '2') socket.send('3');
      else if (packet.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (packet.startsWith('40')) resolve();
      else if (packet.startsWith('44')) reject(new Error(packet));
    };
  });
  return () => socket.close();
}
