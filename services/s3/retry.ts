/** Retries a call to a slow, throttling or briefly unavailable server, with limits on attempts and time. */

/** Thrown if no attempt was answered. The call may still have taken effect. */
export class S3UnreachableError extends Error {
  constructor(what: string, cause: unknown) {
    super(`the object store does not answer: ${what}`, { cause });
    this.name = 'S3UnreachableError';
  }
}

export type AttemptLimits = {
  /** Maximum number of attempts of one call. */
  most: number;
  /** Maximum time of one attempt, in milliseconds. */
  tryMs: number;
  /** Time after which no further attempt begins, in milliseconds. */
  allMs: number;
  wait: (milliseconds: number) => Promise<unknown>;
  /** Returns a number from 0 to 1 for the jitter of waits. */
  random: () => number;
};

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));

/**
 * Default limits. If one call in five fails, eight calls in a row fail once in 400,000. Without a server, the last
 * attempt ends after two to four seconds.
 */
export const defaultAttemptLimits: AttemptLimits = {
  most: 8,
  tryMs: 5_000,
  allMs: 15_000,
  wait,
  random: Math.random,
};

const mib = 1024 * 1024;
/** Limits for a transfer of many bytes. A server that receives nothing is detected by the pause between two pieces. */
export const attemptLimitsForBytes = (count: number): Partial<AttemptLimits> =>
  count > mib ? { tryMs: 60_000, allMs: 180_000 } : {};

const firstMs = 50;
const longestMs = 1_000;

/** Statuses after which a retry may succeed. 409 means that two conditional writes met. */
const passing = new Set([408, 409, 429, 500, 502, 503, 504]);

/** Status of an unsuccessful answer; undefined without an answer. */
export function httpStatusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  // Cast: the client adds metadata to every error.
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number };
  return httpStatusCode;
}

/** Returns true if a retry may succeed. An error of our own code is never retried. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError) return false;
  const status = httpStatusOf(error);
  // Some servers report a truncated or slow body by the error's name only.
  if (status === 400) return /^(?:RequestTimeout|IncompleteBody|BadDigest)$/.test(error.name);
  // The client has corrected its clock by that answer, so a retry may succeed.
  if (error.name === 'RequestTimeTooSkewed') return true;
  // An interrupted body of a successful answer has no error status, and is retried.
  return status === undefined || status < 300 || passing.has(status);
}

/** Limits the time until a call answers. Reading the answer's body may take longer. */
async function within<T>(milliseconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('no answer in time')), milliseconds);
  try {
    return await call(late.signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * One of several attempts. `doubtful`: an earlier one may have taken effect without its answer being
 * received.
 */
export type Attempt = { signal: AbortSignal; doubtful: boolean };

/**
 * Runs a call until it is answered.
 * @param what for the log; no key, because a key may name a person
 * @throws S3UnreachableError; errors that a retry would not change
 */
export async function retryCall<T>(
  what: string,
  { most, tryMs, allMs, wait, random }: AttemptLimits,
  call: (at: Attempt) => Promise<T>,
): Promise<T> {
  const until = performance.now() + allMs;
  for (let n = 1, doubtful = false; ; n++) {
    try {
      const tried = doubtful;
      return await within(tryMs, signal => call({ signal, doubtful: tried }));
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (n >= most || performance.now() > until) throw new S3UnreachableError(what, error);
      doubtful = true;
      const longest = Math.min(longestMs, firstMs * 2 ** (n - 1));
      await wait(longest * (0.5 + random() / 2));
    }
  }
}
