/**
 * Client of an object store. It is created on first use, so that installations without an object store do not load it.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { type Attempt, type AttemptLimits, defaultAttemptLimits, httpStatusOf, retryCall } from './retry.ts';

export type S3Settings = {
  /** Address, `http://` or `https://`. The bucket's name becomes part of the path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

type Sdk = typeof import('@aws-sdk/client-s3');
export type AttemptContext = Attempt & { sdk: Sdk; client: S3Client; Bucket: string };

export type CallRetrier = {
  /**
   * Runs a call and retries it until it is answered.
   * @throws S3UnreachableError; errors for which a retry is useless
   */
  call<T>(what: string, call: (at: AttemptContext) => Promise<T>, how?: Partial<AttemptLimits>): Promise<T>;
  attempts: AttemptLimits;
  close(): void;
};

/** True for a missing bucket, which is a wrong setting and must not look like an empty store. */
const isNoBucket = (error: unknown) => error instanceof Error && error.name === 'NoSuchBucket';
export const isNotFound = (error: unknown) => httpStatusOf(error) === 404 && !isNoBucket(error);

/**
 * Maximum number of connections of one client. A download for a slow reader keeps its connection as long as the reader
 * takes data, so such downloads have a client of their own (`lend`).
 */
const maxSockets = 256;

async function clientOf(settings: S3Settings, { tryMs }: AttemptLimits) {
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  const agent = { keepAlive: true, maxSockets };
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Retries are done by `retryCall`, because it must be known which attempts may have taken effect.
    maxAttempts: 1,
    // Bytes are signed with their hash and verified by their name, which is impossible for a range.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: tryMs,
      // Timeout between two pieces of a body. A stalled reader loses the connection and resumes later.
      socketTimeout: 2 * tryMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { sdk, client };
}

export function createCallRetrier(settings: S3Settings, own: Partial<AttemptLimits> = {}): CallRetrier {
  const attempts = { ...defaultAttemptLimits, ...own };
  let made: ReturnType<typeof clientOf> | undefined;
  return {
    attempts,
    call: async (what, call, how) => {
      made ??= clientOf(settings, attempts);
      const given = { ...(await made), Bucket: settings.bucket };
      return retryCall(what, { ...attempts, ...how }, at => call({ ...given, ...at }));
    },
    close: () => void made?.then(({ client }) => client.destroy()),
  };
}
