/** Uploads a file to a bucket: in one piece if it is small, otherwise in parts, with a retry for each part. */
import { open } from 'node:fs/promises';
import type { CallRetrier } from './call-retrier.ts';
import { headObject } from './current-object.ts';
import { attemptLimitsForBytes, httpStatusOf } from './retry.ts';

/** Bytes of a part, held in memory for each upload. A bucket accepts no parts below 5 MiB. */
const partBytes = 8 * 1024 * 1024;

type File = Awaited<ReturnType<typeof open>>;

async function bytesOf(file: File, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at);
    if (bytesRead === 0) throw new Error('the file became shorter during the upload');
    at += bytesRead;
  }
  return bytes;
}

const isThere = (error: unknown) => httpStatusOf(error) === 412;
/**
 * Returns true if the parts no longer exist. Either they became the object and the answer was lost, or they were
 * cleaned up.
 */
const isOver = (error: unknown) => httpStatusOf(error) === 404;

async function inParts({ call }: CallRetrier, Key: string, file: File, size: number): Promise<void> {
  const { UploadId } = await call('begin', ({ client, sdk, Bucket, signal }) =>
    client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }), { abortSignal: signal }),
  );
  const abort = () =>
    call('abort', ({ client, sdk, Bucket, signal }) =>
      client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal: signal }),
    ).catch(() => undefined);
  const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
  try {
    for (let from = 0; from < size; from += partBytes) {
      const Body = await bytesOf(file, from, Math.min(partBytes, size - from));
      const PartNumber = Parts.length + 1;
      const input = { Key, UploadId, PartNumber, Body, ContentLength: Body.length };
      const put = await call(
        'part',
        ({ client, sdk, Bucket, signal }) =>
          client.send(new sdk.UploadPartCommand({ Bucket, ...input }), { abortSignal: signal }),
        attemptLimitsForBytes(Body.length),
      );
      Parts.push({ ETag: put.ETag, PartNumber });
    }
    const input = { Key, UploadId, MultipartUpload: { Parts }, IfNoneMatch: '*' };
    await call(
      'complete',
      ({ client, sdk, Bucket, signal }) =>
        client.send(new sdk.CompleteMultipartUploadCommand({ Bucket, ...input }), { abortSignal: signal }),
      attemptLimitsForBytes(size),
    );
  } catch (error) {
    // Aborts the upload. Otherwise its parts would stay in the bucket for ever, invisible.
    await abort();
    if (isThere(error)) return;
    if (!isOver(error) || !(await call('head', at => headObject(at, Key)))) throw error;
  }
}

async function inOne({ call }: CallRetrier, Key: string, Body: Buffer): Promise<void> {
  const input = { Key, Body, ContentLength: Body.length, IfNoneMatch: '*' };
  try {
    await call(
      'put',
      async at => {
        if (at.doubtful && (await headObject(at, Key))) return;
        const put = new at.sdk.PutObjectCommand({ Bucket: at.Bucket, ...input });
        await at.client.send(put, { abortSignal: at.signal });
      },
      attemptLimitsForBytes(Body.length),
    );
  } catch (error) {
    if (!isThere(error)) throw error;
  }
}

/** Stores a file unless the object exists, which is kept. */
export async function uploadFile(calls: CallRetrier, key: string, path: string): Promise<void> {
  // People often upload the same bytes again, for example a scan for two cases.
  if (await calls.call('head', at => headObject(at, key))) return;
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > partBytes) await inParts(calls, key, file, size);
    else await inOne(calls, key, await bytesOf(file, 0, size));
  } finally {
    await file.close();
  }
}
