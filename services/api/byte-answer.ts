/** Answers with the bytes of a stored file, or the part of them that is asked for. */
import type { ByteRange } from '../files/blobs.ts';
import { parseByteRange } from '../files/range.ts';
import type { ApiContext } from '../http/context.ts';
import { isNotModified } from './answer-formats.ts';

/** The requested part of a file. `status`: 200 for the whole file. */
export type RequestedBytes = { part: ByteRange; size: number; status: 200 | 206 };

/** `isMoving`: the file changes, so only a client that proves to hold its beginning (If-Range) gets parts. */
type StoredBytes = { etag: string; size: number; isMoving?: boolean };

/** Returns the requested part of a file, or the answer to a request that gets no bytes. */
export function findRequestedBytes(
  c: ApiContext,
  { etag, size, isMoving = false }: StoredBytes,
): RequestedBytes | Response {
  c.header('Accept-Ranges', isMoving ? 'none' : 'bytes');
  c.header('ETag', etag);
  if (isNotModified(c, etag)) return c.body(null, 304);
  const condition = c.req.header('if-range');
  const mayHaveParts = condition ? condition === etag : !isMoving;
  const range = parseByteRange(mayHaveParts ? c.req.header('range') : undefined, size);
  if (range === 'beyond') {
    c.header('Content-Range', `bytes */${size}`);
    return c.body(null, 416);
  }
  return range === 'whole'
    ? { part: { from: 0, to: size - 1 }, size, status: 200 }
    : { part: range, size, status: 206 };
}

/** Sets the headers of a part. Trap: a refusal has another length, so nothing may be refused after this. */
export function setByteHeaders(c: ApiContext, { part, size, status }: RequestedBytes): void {
  c.header('Content-Length', String(part.to - part.from + 1));
  if (status === 206) c.header('Content-Range', `bytes ${part.from}-${part.to}/${size}`);
}
