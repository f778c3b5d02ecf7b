/**
 * Caches listed records by ETag. A list contains ETags, so only changed records are read again. Each write has unique
 * bytes, so an ETag identifies one write.
 */
import type { Bucket, ListedObject } from '../s3/bucket.ts';

/** Maximum bytes of the cache. The oldest records are evicted. The record of an upload has about 600 bytes. */
const MOST_BYTES = 32 * 1024 * 1024;

type Found = NonNullable<Awaited<ReturnType<Bucket['get']>>>;

export function createRecordCache(bucket: Pick<Bucket, 'get'>, mostBytes = MOST_BYTES) {
  const known = new Map<string, Found>();
  let bytes = 0;
  const forget = (key: string) => {
    bytes -= known.get(key)?.bytes.length ?? 0;
    known.delete(key);
  };
  return {
    /** Returns the current value, from the cache if possible; undefined if it was deleted meanwhile. */
    through: async ({ key, etag }: Pick<ListedObject, 'key' | 'etag'>): Promise<Found | undefined> => {
      const before = known.get(key);
      if (before?.etag === etag) return before;
      const found = await bucket.get(key);
      forget(key);
      if (!found) return undefined;
      known.set(key, found);
      bytes += found.bytes.length;
      for (const [oldest] of known) {
        if (bytes <= mostBytes) break;
        forget(oldest);
      }
      return found;
    },
    forget,
  };
}
