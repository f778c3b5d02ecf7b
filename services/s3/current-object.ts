/** What lies under a key at this moment, within one try of another call. */
import { type At, isNotFound } from './calls.ts';

/**
 * What is there, or undefined. A server may refuse a conditional write before it has read the body, and hang up: the
 * answer is lost then, try after try, where nobody looks first.
 */
export async function looked({ client, sdk, Bucket, signal }: At, Key: string) {
  try {
    const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal: signal });
    return { etag: found.ETag ?? '', size: found.ContentLength ?? 0 };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
