/** Looks up an object within one attempt of another call. */
import { type AttemptContext, isNotFound } from './store-calls.ts';

/**
 * Returns the object's head; undefined if missing. Why: a server may refuse a conditional write before
 * reading the body and close the connection, which loses the answer on every attempt unless the state is
 * checked first.
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
