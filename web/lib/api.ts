/** The calls (api.md): the envelope opened, the session and the page's language with every one of them. */
import type { QueryClient } from '@tanstack/react-query';
import type { Issue } from '#events/errors.ts';
import type { AnswerData, ReadPath } from '#services/api/answers.ts';

/** The header in which an answer carries a renewed session. */
const tokenHeader = 'X-Token';

/** What a call was answered with when it was not 0; `code` is null where no answer came at all. */
export class ApiError extends Error {
  readonly code: number | null;
  /** 0 where no answer came. */
  readonly http: number;
  readonly issues: Issue[];
  readonly data: unknown;
  constructor(message: string, answer: { code: number | null; http: number; data?: unknown }) {
    super(message);
    this.name = 'ApiError';
    this.code = answer.code;
    this.http = answer.http;
    this.data = answer.data ?? null;
    this.issues = issuesOf(answer.data);
  }
}

function issuesOf(data: unknown): Issue[] {
  if (typeof data !== 'object' || data === null || !('issues' in data)) return [];
  return Array.isArray(data.issues) ? data.issues : [];
}

/** The session is over, whoever says so. */
export const isOver = (code: number | null): boolean => code === 101014 || code === 102028;

export type Call = {
  body?: unknown;
  /** Sent again with the same key it changes nothing more. */
  key?: string;
  ifMatch?: string;
  signal?: AbortSignal;
  /** It goes on where the page that sent it is closed; at most 64 KiB. */
  outlivesPage?: boolean;
  /** It does not matter if the session is over: signing out. */
  overIsFine?: boolean;
};

export type Answered<T> = { data: T; etag: string | null; position: string | null };

type Parts<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parts<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type PlainPath = Exclude<ReadPath, `${string}:${string}`>;

/** What a GET is asked with; what is undefined in its query is left out. */
type Ask = {
  query?: string | Record<string, string | number | undefined>;
  signal?: AbortSignal;
};

export type Api = {
  /** GET, by a path as the server declares it; never from before this page's last command. @throws ApiError */
  read: {
    <P extends PlainPath>(path: P, ask?: Ask): Promise<AnswerData<P>>;
    <P extends ReadPath>(path: P, ask: Ask & { parts: Record<Parts<P>, string> }): Promise<AnswerData<P>>;
  };
  /** @throws ApiError */
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, call?: Call): Promise<Answered<T>>;
};

/** What calls need of where they are made: the browser, or the server that renders a page. */
export type World = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  token: () => string;
  renewed: (token: string) => void;
  lang: string;
  hidden: () => boolean;
  /** A position that an answer stood at. */
  seen?: (position: string, command: boolean) => void;
  /** Reads are not answered from before it. */
  reached?: () => string | null;
  /** 101014, 102028, or any 401 that names no other reason. */
  over?: (code: number) => void;
  /** The page reads by itself, which does not keep the session alive. */
  background?: () => boolean;
  /** Where no answer comes. */
  offline: string;
};

function headersOf(world: World, call: Call, method: string): Headers {
  const headers = new Headers({
    'X-Api-Version': '1',
    'Accept-Language': world.lang,
    Accept: 'application/json',
  });
  const token = world.token();
  if (token) headers.set('Authorization', token);
  if (world.hidden()) headers.set('X-Eye', 'hidden');
  if (method === 'GET' && world.background?.()) headers.set('X-Background', '1');
  const reached = method === 'GET' ? world.reached?.() : null;
  if (reached) headers.set('X-Position', reached);
  if (call.body !== undefined) headers.set('Content-Type', 'application/json');
  if (call.key) headers.set('Idempotency-Key', call.key);
  const trace = call.key && traceOf(call.key);
  if (trace) headers.set('traceparent', trace);
  if (call.ifMatch) headers.set('If-Match', call.ifMatch);
  return headers;
}

/** A command's trace is told by its key: sent again, it is the same one. Undefined where the key is no uuid. */
function traceOf(key: string): string | undefined {
  const id = key.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(id) ? `00-${id}-${id.slice(16)}-01` : undefined;
}

type Envelope = { code: number; message: string; data: unknown };

async function envelopeOf(answer: Response): Promise<Envelope> {
  try {
    return await answer.json();
  } catch {
    return { code: answer.ok ? 0 : 104014, message: answer.statusText, data: null };
  }
}

/** The address of a read. */
function addressOf(path: string, { query = '', parts = {} }: Ask & { parts?: Record<string, string> }) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
  const given = Object.entries(typeof query === 'string' ? {} : query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const asked = typeof query === 'string' ? query : new URLSearchParams(given).toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}

export function createApi(world: World): Api {
  const call = async <T>(method: string, address: string, call: Call): Promise<Answered<T>> => {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const headers = headersOf(world, call, method);
    const keepalive = call.outlivesPage ?? false;
    const init = { method, headers, body, signal: call.signal ?? null, keepalive };
    const answer = await world.fetch(address, init).catch((error: unknown) => {
      if (call.signal?.aborted) throw error;
      throw new ApiError(world.offline, { code: null, http: 0 });
    });
    const token = answer.headers.get(tokenHeader);
    if (token) world.renewed(token);
    const position = answer.headers.get('X-Position');
    if (position) world.seen?.(position, method !== 'GET');
    const { code, message, data } = await envelopeOf(answer);
    if (code === 0 && answer.ok) {
      // The boundary: a read's answer is what the server declares for its path, a command's what its caller says.
      return { data: data as T, etag: answer.headers.get('ETag'), position };
    }
    if (!call.overIsFine && (isOver(code) || answer.status === 401)) world.over?.(code);
    throw new ApiError(message, { code, http: answer.status, data });
  };
  return {
    read: async (path: string, ask: Ask = {}) =>
      (await call<never>('GET', addressOf(path, ask), { signal: ask.signal })).data,
    send: (method, path, how = {}) => call(method, `/api${path}`, how),
  };
}

const apis = new WeakMap<QueryClient, Api>();

/** Ties a cache to the calls that fill it. */
export function bindApi(client: QueryClient, api: Api): void {
  apis.set(client, api);
}

/** @throws Error where no calls were bound to this cache */
export function apiOf(client: QueryClient): Api {
  const api = apis.get(client);
  if (!api) throw new Error('no calls are bound to this cache');
  return api;
}

export { authHeaders } from './browser.ts';
