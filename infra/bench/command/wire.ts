/** HTTP and sockets with as little work as can be: on a small machine the load generator takes what the server lacks. */
import { connect } from 'node:net';

export type Caller = {
  /** Sends a command and resolves with the status of its answer. A renewed token is used from then on. */
  send(method: string, path: string, body: string): Promise<number>;
  close(): void;
};

const end = '\r\n\r\n';

/** One connection that is kept, one request at a time. @throws Error where an answer has no length */
export function openCaller(url: URL, token: string): Caller {
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

/** A page's socket that only counts what it is told. The answer closes it. */
export async function openListener(url: URL, token: string, heard: () => void): Promise<() => void> {
  const socket = new WebSocket(`ws://${url.host}/socket.io/?EIO=4&transport=websocket`);
  await new Promise<void>((resolve, reject) => {
    socket.onerror = () => reject(new Error('a page could not connect'));
    socket.onmessage = ({ data }) => {
      // Socket.IO's packets: 0 the connection, 40 the session, 42 an event, 44 a refusal; 2 asks for 3.
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
