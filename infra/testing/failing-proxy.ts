/** Proxy to an HTTP server that adds latency and makes a share of the requests fail. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createSeededRandom } from '../../services/eventstore/crash/seeded-random.ts';
import type { AttemptLimits } from '../../services/s3/retry.ts';

/**
 * How a request fails: `refused` with a 503; `unsent`: cut before the server receives it; `unanswered`: cut
 * after the server has handled it; `half`: cut in the middle of the answer.
 */
export type FailureMode = 'refused' | 'unsent' | 'unanswered' | 'half';

export type FailingProxy = {
  /** URL of the proxy; it has the path of the server behind it. */
  url: string;
  /** Number of requests, and of failed requests for each failure. */
  seen: Record<FailureMode | 'all', number>;
  /** Share of requests that fail, 0 to 1. May be changed at any time. */
  rate: number;
  /** Milliseconds added before each request. May be changed at any time. */
  lateMs: number;
  /** Makes the next `times` requests that match (`PUT /path?query`) fail with `how`; default 1. */
  failNext(request: RegExp, how: FailureMode, times?: number): void;
  close(): Promise<void>;
};

/**
 * Retry settings of a client that must succeed through the proxy. With the production limit of eight tries,
 * one call in 400,000 fails, which a test of thousands of calls sometimes meets; a busy machine also exceeds
 * the production timeouts.
 */
export const persistentRetryLimits: Partial<AttemptLimits> = {
  most: 24,
  tryMs: 120_000,
  allMs: 600_000,
  wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds / 10)),
};

const failureModes: readonly FailureMode[] = ['refused', 'unsent', 'unanswered', 'half'];

const tooMuch =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your rate</Message></Error>';

/** Forwards one request. With `unanswered` the client gets no answer, with `half` only half of it. */
function pass(from: IncomingMessage, to: ServerResponse, server: URL, how: FailureMode | undefined): void {
  const { method, url: path, headers } = from;
  const on = request({ host: server.hostname, port: server.port, method, path, headers }, answer => {
    if (how === 'unanswered') return answer.resume().once('end', () => to.destroy());
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    if (how !== 'half') return answer.pipe(to);
    let left = Math.floor(Number(answer.headers['content-length'] ?? 0) / 2);
    answer.on('data', (piece: Buffer) => {
      to.write(piece.subarray(0, left));
      left = Math.max(0, left - piece.length);
    });
    // Destroys the connection only after the written bytes are sent.
    answer.once('end', () => setImmediate(() => to.destroy()));
  });
  on.once('error', () => to.destroy());
  // Aborts the request to the server when the client disconnects.
  to.once('close', () => on.destroy());
  from.pipe(on);
}

/**
 * @param to URL of the server @param rate share of requests that fail, 0 to 1 @param seed fixes which
 * requests fail, if they arrive in the same order
 */
export async function openFailingProxy(to: string, rate: number, seed: number): Promise<FailingProxy> {
  const random = createSeededRandom(seed);
  const server = new URL(to);
  const seen = { all: 0, refused: 0, unsent: 0, unanswered: 0, half: 0 };
  const state: {
    rate: number;
    lateMs: number;
    next: { request: RegExp; how: FailureMode; times: number } | undefined;
  } = {
    rate,
    lateMs: 0,
    next: undefined,
  };
  const howFails = (request: string): FailureMode | undefined => {
    const { next } = state;
    if (next && next.times > 0 && next.request.test(request)) {
      next.times--;
      return next.how;
    }
    return random() < state.rate ? failureModes[Math.floor(random() * failureModes.length)] : undefined;
  };
  const http = createServer((req, res) => {
    seen.all++;
    const how = howFails(`${req.method} ${req.url}`);
    if (how) seen[how]++;
    if (how === 'refused') {
      req.resume();
      res.writeHead(503, { 'content-type': 'application/xml', connection: 'close' }).end(tooMuch);
    } else if (how === 'unsent') req.socket.destroy();
    else if (state.lateMs === 0) pass(req, res, server, how);
    else setTimeout(() => pass(req, res, server, how), state.lateMs);
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    get rate() {
      return state.rate;
    },
    set rate(rate: number) {
      state.rate = rate;
    },
    get lateMs() {
      return state.lateMs;
    },
    set lateMs(milliseconds: number) {
      state.lateMs = milliseconds;
    },
    failNext: (request, how, times = 1) => {
      state.next = { request, how, times };
    },
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
