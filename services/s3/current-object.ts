/** Looks up an object within one attempt of another call. */
import { type AttemptContext, isNotFound } from './call-retrier.ts';

/**
 * Returns the object's head; undefined if it is missing. Why: a server may refuse a conditional write before it reads
 * the body, and close the connection. The answer is then lost at every attempt, unless the object's state is checked
 * first.
 */
export async function headObject({ client, sdk, Bucket, signal }: AttemptContext, Key: string) {
  try {
    const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal: signal });
    return { etag: found.ETag ?? '', size: found.ContentLength ?? 0 };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
