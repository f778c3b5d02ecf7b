/** Compresses pages in the browser's preferred coding, at a fast level. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { StatusCode } from 'hono/utils/http-status';
import type { ApiContext } from './context.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const LEAST = 1024;
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type Coded = { body: Uint8Array<ArrayBuffer>; coding?: 'br' | 'gzip' };

/** Encodes a text for an Accept-Encoding header. */
export async function compressText(text: string, accepted: string): Promise<Coded> {
  const bytes = Buffer.from(text);
  if (bytes.length >= LEAST && accepted.includes('br'))
    return { body: new Uint8Array(await brotli(bytes, quick)), coding: 'br' };
  if (bytes.length >= LEAST && accepted.includes('gzip'))
    return { body: new Uint8Array(await zip(bytes)), coding: 'gzip' };
  return { body: new Uint8Array(bytes) };
}

/** Answers with a page. Answers through the context, because the context adds the cookies that were set before. */
export async function answerHtml(
  c: ApiContext,
  text: string,
  { status, headers }: { status: StatusCode; headers: Record<string, string> },
): Promise<Response> {
  const { body, coding } = await compressText(text, c.req.header('accept-encoding') ?? '');
  return c.newResponse(body, {
    status,
    headers: {
      ...headers,
      'Content-Length': String(body.length),
      ...(coding ? { 'Content-Encoding': coding } : {}),
    },
  });
}
