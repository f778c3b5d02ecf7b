/**
 * The HTTP client (api.md): opens the answer's envelope and sends the session and the page's language with
 * each call.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Issue } from '#events/errors.ts';
import type { AnswerData, ReadPath } from '#services/api/answers.ts';
import type { CommandData, CommandName } from '#services/api/command-answers.ts';

/** Response header with a renewed session token. */
const tokenHeader = 'X-Token';

/** The error of a call whose answer has a code other than 0. `code` is null when no answer arrived. */
export class ApiError extends Error {
  readonly code: number | null;
  /** HTTP status; 0 when no answer arrived. */
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

/** Whether an error code says that the session has ended. */
export const isSessionOverCode = (code: number | null): boolean => code === 101014 || code === 102028;

export type CallOptions = {
  body?: unknown;
  /** Idempotency key: the server executes a command once per key. */
  key?: string;
  ifMatch?: string;
  signal?: AbortSignal;
  /** Lets the request finish after the page is closed; the body is limited to 64 KiB. */
  outlivesPage?: boolean;
  /** Ignores an ended session; used for signing out. */
  overIsFine?: boolean;
};

export type ApiResponse<T> = { data: T; etag: string | null; position: string | null };

export type PathParts<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParts<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type PlainPath = Exclude<ReadPath, `${string}:${string}`>;

export type CommandMethod = 'POST' | 'PUT' | 'DELETE';
type PathIn<Name, M extends CommandMethod> = Name extends `${M} /api${infer P}` ? P : never;
/** Paths of the commands whose answer the server declares. */
export type DeclaredPath<M extends CommandMethod> = PathIn<CommandName, M>;
export type PlainDeclaredPath<M extends CommandMethod> = Exclude<DeclaredPath<M>, `${string}:${string}`>;
/** `data` of the answer that the server declares. */
export type DeclaredData<
  M extends CommandMethod,
  P extends string,
> = `${M} /api${P}` extends infer Name extends CommandName ? CommandData<Name> : never;

/** Options of a GET; undefined query values are omitted. */
type Ask = {
  query?: string | Record<string, string | number | undefined>;
  signal?: AbortSignal;
};

export type Api = {
  /**
   * GET by a path that the server declares. The answer is never older than this page's last command. @throws
   * ApiError
   */
  read: {
    <P extends PlainPath>(path: P, ask?: Ask): Promise<AnswerData<P>>;
    <P extends ReadPath>(path: P, ask: Ask & { parts: Record<PathParts<P>, string> }): Promise<AnswerData<P>>;
  };
  /** Sends a command. The answer is typed by method and path if the server declares it. @throws ApiError */
  send: {
    <M extends CommandMethod, P extends DeclaredPath<M>>(
      method: M,
      path: P,
      call: CallOptions & { parts: Record<PathParts<P>, string> },
    ): Promise<ApiResponse<DeclaredData<M, P>>>;
    <M extends CommandMethod, P extends PlainDeclaredPath<M>>(
      method: M,
      path: P,
      call?: CallOptions,
    ): Promise<ApiResponse<DeclaredData<M, P>>>;
    (method: CommandMethod, path: string, call?: CallOptions): Promise<ApiResponse<unknown>>;
  };
};

/** The environment of the calls: the browser, or the server that renders a page. */
export type ApiContext = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  token: () => string;
  renewed: (token: string) => void;
  lang: string;
  hidden: () => boolean;
  /** Receives the log position of each answer. */
  seen?: (position: string, command: boolean) => void;
  /** Returns the log position that reads must have reached. */
  reached?: () => string | null;
  /** Receives 101014, 102028, or the code of any other 401. */
  over?: (code: number) => void;
  /** Whether the page reads on its own: background reads do not extend the session. */
  background?: () => boolean;
  /** Error message for a call without an answer. */
  offline: string;
};

function headersOf(world: ApiContext, call: CallOptions, method: string): Headers {
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

/**
 * Derives the trace id from the idempotency key, so a retry keeps the trace id. Undefined for a key that is
 * no UUID.
 */
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

/** The path with the values of its parts. */
export const fillPath = (path: string, parts: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));

/** Returns the URL of a read. */
function addressOf(path: string, { query = '', parts = {} }: Ask & { parts?: Record<string, string> }) {
  const filled = fillPath(path, parts);
  const given = Object.entries(typeof query === 'string' ? {} : query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const asked = typeof query === 'string' ? query : new URLSearchParams(given).toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}

export function createApi(world: ApiContext): Api {
  const call = async <T>(method: string, address: string, call: CallOptions): Promise<ApiResponse<T>> => {
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
      // Cast at the boundary: the server declares the type of an answer by its method and path.
      return { data: data as T, etag: answer.headers.get('ETag'), position };
    }
    if (!call.overIsFine && (isSessionOverCode(code) || answer.status === 401)) world.over?.(code);
    throw new ApiError(message, { code, http: answer.status, data });
  };
  return {
    read: async (path: string, ask: Ask = {}) =>
      (await call<never>('GET', addressOf(path, ask), { signal: ask.signal })).data,
    send: (method: string, path: string, how: CallOptions & { parts?: Record<string, string> } = {}) =>
      call<never>(method, `/api${how.parts ? fillPath(path, how.parts) : path}`, how),
  };
}

const apis = new WeakMap<QueryClient, Api>();

/** Binds an API client to a query cache. */
export function bindApi(client: QueryClient, api: Api): void {
  apis.set(client, api);
}

/** @throws Error if no API client is bound to this query cache */
export function apiOf(client: QueryClient): Api {
  const api = apis.get(client);
  if (!api) throw new Error('no API client is bound to this query cache');
  return api;
}

export { createAuthHeaders } from './browser.ts';
