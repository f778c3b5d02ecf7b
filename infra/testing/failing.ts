/** A way to a server that is slow, and on which one request in so many fails: refused, cut before it is done, or after. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { seededRandom } from '../../services/eventstore/crash/seeded-random.ts';
import type { AttemptLimits } from '../../services/s3/retry.ts';

/**
 * Refused by a 503; cut before the server has it; cut when the server is done; cut in the middle of the answer.
 */
export type Way = 'refused' | 'unsent' | 'unanswered' | 'half';

export type Failing = {
  /** Of the way, with the server's own behind it. */
  url: string;
  /** Requests so far, and those that failed, by how. */
  seen: Record<Way | 'all', number>;
  /** From 0 to 1; may be changed on the way. */
  rate: number;
  /** Milliseconds by which each request comes later; may be changed on the way. */
  lateMs: number;
  /** The next such request (`PUT /path?query`) fails so, or as many as are said. */
  failNext(request: RegExp, how: Way, times?: number): void;
  close(): Promise<void>;
};

/**
 * How a client tries that such a way never wears out. Eight tries in vain, as many as in operation, are one in 400,000,
 * which thousands of calls meet now and then; and a busy machine takes longer than they may.
 */
export const stubborn: Partial<AttemptLimits> = {
  most: 24,
  tryMs: 120_000,
  allMs: 600_000,
  wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds / 10)),
};

const ways: readonly Way[] = ['refused', 'unsent', 'unanswered', 'half'];

const tooMuch =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your rate</Message></Error>';

/** Passes one request on; with `how` the answer never comes back, or half of it does. */
function pass(from: IncomingMessage, to: ServerResponse, server: URL, how: Way | undefined): void {
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
    // What was written goes out first.
    answer.once('end', () => setImmediate(() => to.destroy()));
  });
  on.once('error', () => to.destroy());
  // Whoever hangs up takes the rest of the way along.
  to.once('close', () => on.destroy());
  from.pipe(on);
}

/** @param seed the same one fails the same requests, where they come in the same order */
export async function failing(to: string, rate: number, seed: number): Promise<Failing> {
  const random = seededRandom(seed);
  const server = new URL(to);
  const seen = { all: 0, refused: 0, unsent: 0, unanswered: 0, half: 0 };
  const state: {
    rate: number;
    lateMs: number;
    next: { request: RegExp; how: Way; times: number } | undefined;
  } = {
    rate,
    lateMs: 0,
    next: undefined,
  };
  const howFails = (request: string): Way | undefined => {
    const { next } = state;
    if (next && next.times > 0 && next.request.test(request)) {
      next.times--;
      return next.how;
    }
    return random() < state.rate ? ways[Math.floor(random() * ways.length)] : undefined;
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
