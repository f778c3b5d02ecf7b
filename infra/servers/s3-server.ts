/**
 * The project's own S3 server over a folder, for machines without Go: signed requests, conditional writes,
 * ranges, listings and multipart uploads, as far as services/s3 uses them. `node infra/servers/s3-server.ts
 * <port> <folder>`; ROOT_ACCESS_KEY and ROOT_SECRET_KEY hold the keys.
 */
import { createReadStream, openSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerS3Request, formatXmlElement, S3Error } from './s3-answers.ts';
import { openS3Folder, type StoredObject } from './s3-folder.ts';
import { findSignatureError, type S3Credentials } from './s3-signature.ts';

/** Parses a Range header into its first and last byte; undefined without one. @throws S3Error 416 if it starts past the end */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined) return undefined;
  if (Number(from) >= size) throw new S3Error(416, 'InvalidRange');
  return { start: Number(from), end: to ? Math.min(Number(to), size - 1) : size - 1 };
}

function sendFile(req: IncomingMessage, res: ServerResponse, { path, etag, size, at }: StoredObject): void {
  const range = rangeOf(req.headers.range, size);
  const length = range ? range.end - range.start + 1 : size;
  res.writeHead(range ? 206 : 200, {
    etag,
    'content-length': length,
    'last-modified': at.toUTCString(),
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
  });
  if (req.method === 'HEAD' || length === 0) return void res.end();
  // Opens the file now, because a rename may replace it with another object.
  createReadStream(path, { ...range, fd: openSync(path, 'r') })
    .once('error', () => res.destroy())
    .pipe(res);
}

function sendError(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  const { status, message } = error instanceof S3Error ? error : new S3Error(500, 'InternalError');
  if (res.headersSent) return void res.destroy();
  // Closes the connection: the unread rest of a body would be parsed as the next request.
  const headers = { 'content-type': 'application/xml', ...(!req.complete && { connection: 'close' }) };
  res
    .writeHead(status, headers)
    .end(
      req.method === 'HEAD'
        ? undefined
        : formatXmlElement('Error', formatXmlElement('Code', message), formatXmlElement('Message')),
    );
}

/** Serves the buckets below `root` on 127.0.0.1. Accepts only requests signed with `keys`. */
export function serveS3(port: number, root: string, keys: S3Credentials): void {
  const folder = openS3Folder(root);
  const server = createServer((req, res) => {
    const work = async () => {
      const refused = findSignatureError(req, keys);
      if (refused) throw new S3Error(403, refused);
      const { status = 200, headers = {}, xml, file } = await answerS3Request(req, folder);
      if (file) sendFile(req, res, file);
      else res.writeHead(status, { ...headers, ...(xml && { 'content-type': 'application/xml' }) }).end(xml);
    };
    work().catch(error => sendError(req, res, error));
  });
  // Clients keep connections open. A connection closed between two requests would look like a failure.
  server.keepAliveTimeout = 600_000;
  server.listen(port, '127.0.0.1');
}

if (import.meta.main) {
  const [port, root] = process.argv.slice(2);
  const { ROOT_ACCESS_KEY: id = '', ROOT_SECRET_KEY: secret = '' } = process.env;
  serveS3(Number(port), root ?? '', { id, secret });
}
