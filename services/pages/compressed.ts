/** A page on its way out, compressed as the browser takes it: quickly, since somebody waits. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const LEAST = 1024;
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export async function html(
  text: string,
  accepted: string | undefined,
  init: { status: number; headers: Record<string, string> | Headers },
): Promise<Response> {
  const headers = new Headers(init.headers);
  const bytes = Buffer.from(text);
  if (bytes.length < LEAST) return new Response(text, { status: init.status, headers });
  const coding = accepted?.includes('br') ? 'br' : accepted?.includes('gzip') ? 'gzip' : undefined;
  if (!coding) return new Response(text, { status: init.status, headers });
  const small = coding === 'br' ? await brotli(bytes, quick) : await zip(bytes);
  headers.set('Content-Encoding', coding);
  headers.set('Content-Length', String(small.length));
  return new Response(new Uint8Array(small), { status: init.status, headers });
}
