/** Servers that do not answer, or refuse, as the program starts: what an operator is told of them, and how long they are waited for. */
import { isRefusal } from '#events/errors.ts';
import { S3Unreachable, statusOf } from '../s3/retry.ts';

/** The exit code where a server is away (EX_UNAVAILABLE): the same start may succeed later, as it is. */
export const EXIT_UNREACHABLE = 69;

const RETRY_MS = 500;

export type Unreachable = {
  sentence: string;
  /** False where waiting helps nothing. */
  passing: boolean;
};

const log = (servers: unknown) =>
  `The servers of EVENT_STORE do not answer: see that they run${servers ? ` (${String(servers).replaceAll(',', ', ')})` : ''}, and that this machine reaches them.`;
const s3 = 'The server of S3_ENDPOINT does not answer: see that it runs, and that this machine reaches it.';

/** What an error says of a server; undefined where it is about something else. */
export function unreachableIn(error: unknown): Unreachable | undefined {
  if (!isRefusal(error)) return undefined;
  if (error.refusal === 'logDown') return { sentence: log(error.data?.servers), passing: true };
  const { cause } = error;
  if (cause instanceof S3Unreachable) return { sentence: s3, passing: true };
  if (!(cause instanceof Error) || statusOf(cause) === undefined) return undefined;
  // S3's own word, such as NoSuchBucket; whatever else stands there is not repeated.
  const word = /^[A-Za-z]{1,40}$/.test(cause.name) ? cause.name : statusOf(cause);
  return {
    sentence: `The server of S3_ENDPOINT refuses (${word}): see S3_BUCKET, S3_REGION and the keys.`,
    passing: false,
  };
}

export type Waiting = {
  /** Milliseconds after which it is not tried again. */
  waitMs: number;
  /** Is told once of each server that is waited for. */
  said?: (sentence: string) => void;
};

const rest = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** Does what needs a server, again and again while that is away. @throws what the last try threw */
export async function untilReachable<T>(
  work: () => Promise<T>,
  { waitMs, said = console.error }: Waiting,
): Promise<T> {
  const until = performance.now() + waitMs;
  // Trap: pauses between tries keep no process, and one that only waits would end with 0 and without a word.
  const alive = setInterval(() => undefined, RETRY_MS);
  try {
    for (let told = ''; ; ) {
      try {
        return await work();
      } catch (error) {
        const away = unreachableIn(error);
        if (!away?.passing || performance.now() >= until) throw error;
        if (away.sentence !== told) said(`${away.sentence} It is waited for, ${waitMs / 1000} s at most.`);
        told = away.sentence;
        await rest(RETRY_MS);
      }
    }
  } finally {
    clearInterval(alive);
  }
}
