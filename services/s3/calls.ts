/** The client of an object store: made where it is first needed, so that who has no such store does not load it. */
import type { S3Client } from '@aws-sdk/client-s3';
import { type Attempts, attempted, patient, statusOf, type Try } from './retry.ts';

export type S3Settings = {
  /** An address, `http://` or `https://`; the bucket's name goes into the path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

type Sdk = typeof import('@aws-sdk/client-s3');
export type At = Try & { sdk: Sdk; client: S3Client; Bucket: string };

export type Calls = {
  /** Runs a call until it is answered. @throws S3Unreachable; what another try would not change */
  call<T>(what: string, call: (at: At) => Promise<T>, how?: Partial<Attempts>): Promise<T>;
  attempts: Attempts;
  close(): void;
};

/** A wrong setting must not look like an empty store. */
const isNoBucket = (error: unknown) => error instanceof Error && error.name === 'NoSuchBucket';
export const isNotFound = (error: unknown) => statusOf(error) === 404 && !isNoBucket(error);

/**
 * Of one client. A download that waits for a slow reader keeps its connection for as long as the reader takes something:
 * those have a client of their own (`lend`).
 */
const maxSockets = 256;

async function clientOf(settings: S3Settings, { tryMs }: Attempts) {
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  const agent = { keepAlive: true, maxSockets };
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // The tries are ours: which of them may have been done has to be known.
    maxAttempts: 1,
    // Bytes are signed with their hash, and checked by what they are called; a range could not be.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: tryMs,
      // Between two pieces of a body. Of a reader that takes nothing the connection goes, and comes again with the rest.
      socketTimeout: 2 * tryMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { sdk, client };
}

export function createCalls(settings: S3Settings, own: Partial<Attempts> = {}): Calls {
  const attempts = { ...patient, ...own };
  let made: ReturnType<typeof clientOf> | undefined;
  return {
    attempts,
    call: async (what, call, how) => {
      made ??= clientOf(settings, attempts);
      const given = { ...(await made), Bucket: settings.bucket };
      return attempted(what, { ...attempts, ...how }, at => call({ ...given, ...at }));
    },
    close: () => void made?.then(({ client }) => client.destroy()),
  };
}
