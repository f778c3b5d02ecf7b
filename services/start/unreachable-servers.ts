/** Servers that do not answer, or refuse, at the start: the sentence for the operator, and the wait of the start. */
import { isRefusal } from '#events/errors.ts';
import { httpStatusOf, S3UnreachableError } from '../s3/retry.ts';

/** Exit code if a server does not answer (EX_UNAVAILABLE). The same start may succeed later. */
export const EXIT_UNREACHABLE = 69;

const RETRY_MS = 500;

export type UnreachableServer = {
  sentence: string;
  /** False if waiting for the server is useless. */
  passing: boolean;
};

const log = (servers: unknown) =>
  `The servers of EVENT_STORE do not answer${servers ? ` (${String(servers).replaceAll(',', ', ')})` : ''}. Check that they run and that this machine can reach them.`;
const s3 =
  'The server of S3_ENDPOINT does not answer. Check that it runs and that this machine can reach it.';

/** The server that an error is about; undefined for other errors. */
export function unreachableServerIn(error: unknown): UnreachableServer | undefined {
  if (!isRefusal(error)) return undefined;
  if (error.refusal === 'logDown') return { sentence: log(error.data?.servers), passing: true };
  const { cause } = error;
  if (cause instanceof S3UnreachableError) return { sentence: s3, passing: true };
  if (!(cause instanceof Error) || httpStatusOf(cause) === undefined) return undefined;
  // Repeats S3's error code, such as NoSuchBucket, but no other text.
  const word = /^[A-Za-z]{1,40}$/.test(cause.name) ? cause.name : httpStatusOf(cause);
  return {
    sentence: `The server of S3_ENDPOINT refuses access (${word}). Check S3_BUCKET, S3_REGION and the keys.`,
    passing: false,
  };
}

export type StartWaitOptions = {
  /** Time after which the start gives up, in milliseconds. */
  waitMs: number;
  /** Called once for each server that the start waits for. */
  said?: (sentence: string) => void;
};

const rest = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** Retries work while a server that it needs does not answer. @throws the error of the last attempt */
export async function retryUntilReachable<T>(
  work: () => Promise<T>,
  { waitMs, said = console.error }: StartWaitOptions,
): Promise<T> {
  const until = performance.now() + waitMs;
  // Trap: an attempt does not always keep the event loop alive. Without this timer the process could exit with 0 and no
  // message.
  const alive = setInterval(() => undefined, RETRY_MS);
  try {
    for (let announced = ''; ; ) {
      try {
        return await work();
      } catch (error) {
        const unreachable = unreachableServerIn(error);
        if (!unreachable?.passing || performance.now() >= until) throw error;
        if (unreachable.sentence !== announced)
          said(`${unreachable.sentence} Retrying for up to ${waitMs / 1000} s.`);
        announced = unreachable.sentence;
        await rest(RETRY_MS);
      }
    }
  } finally {
    clearInterval(alive);
  }
}
