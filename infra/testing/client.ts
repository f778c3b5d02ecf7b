/** Test client of the HTTP API and the socket. */
import { io, type Socket } from 'socket.io-client';
import type { FileKind, Slot } from '#events/case/options.ts';
import type { ClientToServer, PresenceMessage, RowsMessage, ServerToClient } from '#events/wire.ts';

export type ApiAnswer<T = Record<string, unknown>> = {
  http: number;
  code: number;
  message: string;
  data: T;
  position: string | null;
  etag: string | null;
  token: string | null;
  text: string;
};

export const demoPassword = 'archline1';

/**
 * Last log position that each server returned to any client here. Reads send it as X-Position, as the
 * product's client does.
 */
const reached = new Map<string, string>();

export class Client {
  readonly url: string;
  token = '';
  /** Headers sent with every request, such as the language or X-Eye. */
  headers: Record<string, string> = {};

  constructor(url: string) {
    this.url = url;
  }

  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<T>> {
    const asOf = reached.get(this.url);
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token ? { Authorization: this.token } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(method === 'GET' && asOf ? { 'X-Position': asOf } : {}),
        ...this.headers,
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await answer.text();
    const {
      code = -1,
      message = '',
      data = null,
    } = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : {};
    const token = answer.headers.get('x-token');
    const position = answer.headers.get('x-position');
    if (position) reached.set(this.url, position);
    return {
      http: answer.status,
      code,
      message,
      data,
      position,
      etag: answer.headers.get('etag'),
      token,
      text,
    };
  }

  get = <T = Record<string, unknown>>(path: string, headers?: Record<string, string>) =>
    this.call<T>('GET', path, undefined, headers);
  post = <T = Record<string, unknown>>(path: string, body: unknown = {}, headers?: Record<string, string>) =>
    this.call<T>('POST', path, body, headers);
  put = <T = Record<string, unknown>>(path: string, body: unknown, headers?: Record<string, string>) =>
    this.call<T>('PUT', path, body, headers);

  /** Sends an action of the lifecycle. Returns refusals instead of throwing. */
  act = (caseId: string, action: string, input: unknown = {}, headers?: Record<string, string>) =>
    this.post(`/api/cases/${caseId}/actions/${action}`, input, headers);

  /** Uploads a file in one piece over tus. @returns the file's id, or the status and code of the refusal */
  async upload(
    bytes: Uint8Array,
    target: { caseId: string; kind: FileKind; slot?: Slot; filename?: string },
  ): Promise<{ id: string; http: number; code: number }> {
    const metadata = Object.entries({ filename: `${target.slot ?? target.kind}.bin`, ...target })
      .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
      .join(',');
    const tus = { 'Tus-Resumable': '1.0.0', Authorization: this.token };
    const made = await fetch(`${this.url}/api/uploads`, {
      method: 'POST',
      headers: { ...tus, 'Upload-Length': String(bytes.length), 'Upload-Metadata': metadata },
    });
    const location = made.headers.get('location') ?? '';
    if (made.status !== 201) return { id: '', http: made.status, code: codeOf(await made.text()) };
    const sent = await fetch(new URL(location, this.url), {
      method: 'PATCH',
      headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      body: Buffer.from(bytes),
    });
    const position = sent.headers.get('x-position');
    if (position) reached.set(this.url, position);
    return { id: location.split('/').pop() ?? '', http: sent.status, code: codeOf(await sent.text()) };
  }

  /** Opens the socket and records every message in order. */
  async live(position: string | null): Promise<LiveConnection> {
    const socket: Socket<ServerToClient, ClientToServer> = io(this.url, {
      transports: ['websocket'],
      auth: { token: this.token, hidden: this.headers['X-Eye'] === 'hidden' },
      forceNew: true,
    });
    const rows: RowsMessage[] = [];
    const presence: PresenceMessage[] = [];
    const resets: string[] = [];
    socket.on('rows', message => rows.push(message));
    socket.on('presence', message => presence.push(message));
    socket.on('reset', ({ reason }) => resets.push(reason));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    if (position !== null) await socket.emitWithAck('resume', { position });
    return { socket, rows, presence, resets, close: () => socket.disconnect() };
  }
}

export type LiveConnection = {
  socket: Socket<ServerToClient, ClientToServer>;
  rows: RowsMessage[];
  presence: PresenceMessage[];
  resets: string[];
  close(): void;
};

function codeOf(text: string): number {
  try {
    return JSON.parse(text).code ?? 0;
  } catch {
    return 0;
  }
}

/** Signs in with a demo account. */
export async function signIn(url: string, userName: string): Promise<Client> {
  const client = new Client(url);
  const answer = await client.post<{ token: string }>('/api/login', { userName, password: demoPassword });
  if (answer.code !== 0) throw new Error(`${userName} could not sign in: ${answer.text}`);
  client.token = answer.data.token;
  return client;
}
