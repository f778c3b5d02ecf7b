/** Streams an object's bytes, and resumes after an interruption. */
import { Readable } from 'node:stream';
import type { CallRetrier } from './call-retrier.ts';
import { S3UnreachableError } from './retry.ts';

/** A range of bytes, from the first to the last, both inclusive. */
export type ObjectRange = { from: number; to: number };

const rangeOf = (from: number, to: number | undefined) =>
  from === 0 && to === undefined ? undefined : `bytes=${from}-${to ?? ''}`;

async function* pieces({ call, attempts }: CallRetrier, Key: string, range: ObjectRange | undefined) {
  const { from: start = 0, to } = range ?? {};
  let [from, end] = [start, to === undefined ? undefined : to + 1];
  let etag: string | undefined;
  let broke: unknown = new Error('the body ended early');
  for (let idle = 0; end === undefined || from < end; idle++) {
    if (idle >= attempts.most) throw new S3UnreachableError('read', broke);
    const before = from;
    const found = await call('read', ({ client, sdk, Bucket, signal }) =>
      // The ETag prevents mixing parts of two versions of an object.
      client.send(new sdk.GetObjectCommand({ Bucket, Key, Range: rangeOf(from, to), IfMatch: etag }), {
        abortSignal: signal,
      }),
    );
    etag = found.ETag;
    end = from + (found.ContentLength ?? 0);
    try {
      // Cast: on Node a body is a Node stream.
      for await (const piece of found.Body as Readable) {
        from += piece.length;
        yield piece;
      }
    } catch (error) {
      broke = error;
    }
    if (from > before) idle = 0;
  }
}

export function streamObject(calls: CallRetrier, key: string, range?: ObjectRange): Readable {
  return Readable.from(pieces(calls, key, range), { objectMode: false });
}
