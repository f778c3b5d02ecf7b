/**
 * A bucket of an object store: bytes under keys, with conditional writes. Keys must not have a trailing slash or empty
 * parts.
 */
import type { Readable } from 'node:stream';
import { type CallRetrier, createCallRetrier, isNotFound, type S3Settings } from './call-retrier.ts';
import { headObject } from './current-object.ts';
import { type ObjectRange, streamObject } from './object-stream.ts';
import { type AttemptLimits, attemptLimitsForBytes, httpStatusOf } from './retry.ts';
import { uploadFile } from './upload.ts';

/** Thrown by a conditional write if the object is not as expected. Nothing is changed. */
export class PreconditionFailedError extends Error {
  constructor() {
    super('the object does not match the precondition');
    this.name = 'PreconditionFailedError';
  }
}

/** Precondition of a write: no object, or the object with this ETag. */
type Expected = 'absent' | { etag: string };
export type ListedObject = {
  key: string;
  etag: string;
  size: number /** Milliseconds since 1970. */;
  at: number;
};

/** All methods may throw S3UnreachableError, and those errors of the server for which a retry is useless. */
export interface Bucket {
  head(key: string): Promise<{ etag: string; size: number } | undefined>;
  get(key: string): Promise<{ etag: string; bytes: Uint8Array } | undefined>;
  /**
   * Stores bytes and resolves with the new ETag. After a lost answer, equal bytes in the store count as
   * stored by this call.
   * @throws PreconditionFailedError
   */
  put(key: string, bytes: Uint8Array, expected?: Expected): Promise<string>;
  /** Stores a file of any size. If the object exists already, keeps it without an error. */
  upload(key: string, path: string): Promise<void>;
  /**
   * Streams the bytes, or a range of them, and resumes after an interruption. The stream fails if the object is
   * missing.
   */
  read(key: string, range?: ObjectRange): Readable;
  /** Like `read`, but for slow readers. Uses connections of its own, so that nothing else waits for one. */
  lend(key: string, range?: ObjectRange): Readable;
  /** Objects whose key begins with `prefix`, in byte order of the keys. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Deletes an object. A missing object is no error. @throws PreconditionFailedError */
  delete(key: string, expected?: { etag: string }): Promise<void>;
  close(): void;
}

const isUnexpected = (error: unknown) => httpStatusOf(error) === 412;

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function* listing({ call }: CallRetrier, Prefix: string): AsyncGenerator<ListedObject> {
  for (let ContinuationToken: string | undefined; ; ) {
    const page = await call('list', ({ client, sdk, Bucket, signal }) =>
      client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), {
        abortSignal: signal,
      }),
    );
    for (const { Key = '', ETag = '', Size = 0, LastModified } of page.Contents ?? [])
      yield { key: Key, etag: ETag, size: Size, at: LastModified?.getTime() ?? 0 };
    if (!page.IsTruncated) return;
    ContinuationToken = page.NextContinuationToken;
  }
}

const conditionOf = (expected: Expected | undefined) => {
  if (expected === undefined) return {};
  return expected === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: expected.etag };
};

const isAs = (expected: Expected, found: { etag: string } | undefined) =>
  expected === 'absent' ? found === undefined : found?.etag === expected.etag;

export function openBucket(settings: S3Settings, own: Partial<AttemptLimits> = {}): Bucket {
  const calls = createCallRetrier(settings, own);
  const lending = createCallRetrier(settings, own);
  const { call } = calls;
  const get: Bucket['get'] = Key =>
    orAbsent(
      call('get', async ({ client, sdk, Bucket, signal }) => {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), { abortSignal: signal });
        return {
          etag: found.ETag ?? '',
          bytes: (await found.Body?.transformToByteArray()) ?? new Uint8Array(),
        };
      }),
    );
  return {
    get,
    head: key => call('head', at => headObject(at, key)),
    put: async (Key, bytes, expected) => {
      let lost = false;
      const input = { Key, Body: bytes, ContentLength: bytes.length, ...conditionOf(expected) };
      try {
        const etag = await call(
          'put',
          async at => {
            lost = at.doubtful;
            if (lost && expected && !isAs(expected, await headObject(at, Key))) return undefined;
            const put = new at.sdk.PutObjectCommand({ Bucket: at.Bucket, ...input });
            return (await at.client.send(put, { abortSignal: at.signal })).ETag ?? '';
          },
          attemptLimitsForBytes(bytes.length),
        );
        if (etag !== undefined) return etag;
      } catch (error) {
        if (expected === undefined || !(isUnexpected(error) || isNotFound(error))) throw error;
      }
      const there = lost ? await get(Key) : undefined;
      if (there && same(there.bytes, bytes)) return there.etag;
      throw new PreconditionFailedError();
    },
    upload: (key, path) => uploadFile(calls, key, path),
    read: (key, range) => streamObject(calls, key, range),
    lend: (key, range) => streamObject(lending, key, range),
    list: prefix => listing(calls, prefix),
    delete: async (Key, expected) => {
      try {
        await call('delete', ({ client, sdk, Bucket, signal }) =>
          client.send(new sdk.DeleteObjectCommand({ Bucket, Key, IfMatch: expected?.etag }), {
            abortSignal: signal,
          }),
        );
      } catch (error) {
        if (isUnexpected(error)) throw new PreconditionFailedError();
        if (!isNotFound(error)) throw error;
      }
    },
    close: () => {
      calls.close();
      lending.close();
    },
  };
}
