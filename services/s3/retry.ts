/** One call to a server that is slow, throttled or away for a moment: tried again, so often and so long, then given up. */

/** Thrown where no try was answered. It may have been done all the same. */
export class S3Unreachable extends Error {
  constructor(what: string, cause: unknown) {
    super(`the object store does not answer: ${what}`, { cause });
    this.name = 'S3Unreachable';
  }
}

export type Attempts = {
  /** How often at most. */
  most: number;
  /** Milliseconds for one try. */
  tryMs: number;
  /** Milliseconds after which no other try begins. */
  allMs: number;
  wait: (milliseconds: number) => Promise<unknown>;
  /** From 0 to 1, for the jitter. */
  random: () => number;
};

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));

/**
 * Where one in five fails, eight fail together once in 400,000. Where nobody is there at all the last try ends after
 * two to four seconds.
 */
export const patient: Attempts = { most: 8, tryMs: 5_000, allMs: 15_000, wait, random: Math.random };

const mib = 1024 * 1024;
/** How long many bytes may take; who does not take them at all is noticed by the silence between them. */
export const forBytes = (count: number): Partial<Attempts> =>
  count > mib ? { tryMs: 60_000, allMs: 180_000 } : {};

const firstMs = 50;
const longestMs = 1_000;

/** Answers of a server that may answer otherwise the next time. A conditional write that met another is 409. */
const passing = new Set([408, 409, 429, 500, 502, 503, 504]);

/** The status of an answer that was no success; undefined where there was no answer. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  // The boundary: what the client adds to every error.
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number };
  return httpStatusCode;
}

/** Whether the same call may succeed the next time. An error of our own making is none of the server's. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError) return false;
  const status = statusOf(error);
  // Some servers tell a body that was cut off, or came too slowly, by name only.
  if (status === 400) return /^(?:RequestTimeout|IncompleteBody|BadDigest)$/.test(error.name);
  // The client has set its clock by that answer.
  if (error.name === 'RequestTimeTooSkewed') return true;
  // A success that could not be read to its end has no error's status.
  return status === undefined || status < 300 || passing.has(status);
}

/** Gives a call so long; a body that it answers with may take longer. */
async function within<T>(milliseconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('no answer in time')), milliseconds);
  try {
    return await call(late.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** One of several tries. `doubtful`: one before it may have been done without its answer coming back. */
export type Try = { signal: AbortSignal; doubtful: boolean };

/**
 * Runs a call until it is answered.
 * @param what for the log; no key, it may name somebody
 * @throws S3Unreachable; whatever the call throws that another try would not change
 */
export async function attempted<T>(
  what: string,
  { most, tryMs, allMs, wait, random }: Attempts,
  call: (at: Try) => Promise<T>,
): Promise<T> {
  const until = performance.now() + allMs;
  for (let n = 1, doubtful = false; ; n++) {
    try {
      const tried = doubtful;
      return await within(tryMs, signal => call({ signal, doubtful: tried }));
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (n >= most || performance.now() > until) throw new S3Unreachable(what, error);
      doubtful = true;
      const longest = Math.min(longestMs, firstMs * 2 ** (n - 1));
      await wait(longest * (0.5 + random() / 2));
    }
  }
}
