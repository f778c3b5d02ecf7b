/**
 * What a list found the last time, by its ETag: a list names those, so that only what has changed is read. Of bytes that
 * are never the same twice an ETag is of one writing.
 */
import type { Bucket, Listed } from '../s3/bucket.ts';

/** Bytes of all together; the oldest go. A record of an upload has about 600. */
const MOST_BYTES = 32 * 1024 * 1024;

type Found = NonNullable<Awaited<ReturnType<Bucket['get']>>>;

export function createListMemory(bucket: Pick<Bucket, 'get'>, mostBytes = MOST_BYTES) {
  const known = new Map<string, Found>();
  let bytes = 0;
  const forget = (key: string) => {
    bytes -= known.get(key)?.bytes.length ?? 0;
    known.delete(key);
  };
  return {
    /** What lies there now; undefined where it has gone meanwhile. */
    through: async ({ key, etag }: Pick<Listed, 'key' | 'etag'>): Promise<Found | undefined> => {
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
