/** Streams a body at the client's pace, compressed if the client accepts gzip. */
import { finished, pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ApiContext } from './context.ts';
import { type ResponseBodyDeps, streamResponseBody } from './stream-body.ts';

/** A fast level, because a reader of the log waits longer for the server than for the network. */
const LEVEL = 3;

/** Whether an Accept-Encoding header accepts gzip. `gzip;q=0` refuses it. */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [coding = '', weight] = part.split(';').map(text => text.trim());
    weights.set(coding, weight?.startsWith('q=') ? Number(weight.slice(2)) : 1);
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

/**
 * Answers with pieces as they are made. At most one piece waits for the client. A failure breaks the connection, so
 * that the client does not take an incomplete answer for the whole.
 * @param onEnd called once, after the last piece, a failure, or the client's disconnection
 */
export function answerStream(
  c: ApiContext,
  pieces: AsyncIterable<string>,
  { onEnd, ...deps }: ResponseBodyDeps & { onEnd: (error: Error | null | undefined) => void },
): Response {
  async function* bytes() {
    for await (const piece of pieces) yield Buffer.from(piece);
  }
  const source = Readable.from(bytes(), { objectMode: true, highWaterMark: 1 });
  c.header('Vary', 'Accept-Encoding', { append: true });
  if (!acceptsGzip(c.req.header('accept-encoding'))) {
    finished(source, onEnd);
    return c.body(streamResponseBody(c, source, deps), 200);
  }
  c.header('Content-Encoding', 'gzip');
  return c.body(streamResponseBody(c, pipeline(source, createGzip({ level: LEVEL }), onEnd), deps), 200);
}
