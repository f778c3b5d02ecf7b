/**
 * An S3 server of our own over a folder, for machines without Go: signed requests, conditional writes, ranges, listings
 * and uploads in parts, as services/s3 asks for them. `node infra/servers/s3-server.ts <port> <folder>`; the keys come
 * in ROOT_ACCESS_KEY and ROOT_SECRET_KEY. Objects are files that a rename puts in place, so that a kill leaves whole ones.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Keys, refusedSignature } from './s3-signature.ts';

/** Thrown to answer with an error of S3. */
class Fault extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

type Found = { path: string; etag: string; size: number; at: Date };

const md5 = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
const element = (name: string, ...inner: string[]) => `<${name}>${inner.join('')}</${name}>`;
const longestPage = 1000;

function createStore(root: string) {
  const etags = new Map<string, string>();
  const folder = (bucket: string) => join(root, 'buckets', encodeURIComponent(bucket));
  const pathOf = (bucket: string, key: string) => join(folder(bucket), encodeURIComponent(key));
  const partsOf = (upload: string) => join(root, 'uploads', upload);
  mkdirSync(join(root, 'uploads'), { recursive: true });

  function find(bucket: string, key: string): Found | undefined {
    const path = pathOf(bucket, key);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    const etag = etags.get(path) ?? md5(readFileSync(path));
    etags.set(path, etag);
    return { path, etag, size: stat.size, at: stat.mtime };
  }
  return {
    hasBucket: (bucket: string) => existsSync(folder(bucket)),
    addBucket: (bucket: string) => mkdirSync(folder(bucket), { recursive: true }),
    find,
    put(bucket: string, key: string, bytes: Uint8Array): string {
      const path = pathOf(bucket, key);
      const made = join(root, randomUUID());
      writeFileSync(made, bytes);
      renameSync(made, path);
      const etag = md5(bytes);
      etags.set(path, etag);
      return etag;
    },
    remove(bucket: string, key: string): void {
      rmSync(pathOf(bucket, key), { force: true });
      etags.delete(pathOf(bucket, key));
    },
    /** Keys in the order of their bytes. */
    keys: (bucket: string, prefix: string): string[] =>
      readdirSync(folder(bucket))
        .map(decodeURIComponent)
        .filter(key => key.startsWith(prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    begin(bucket: string, key: string): string {
      const upload = randomUUID();
      mkdirSync(partsOf(upload));
      writeFileSync(join(partsOf(upload), 'of'), JSON.stringify([bucket, key]));
      return upload;
    },
    isUnderWay: (upload: string) => existsSync(join(partsOf(upload), 'of')),
    uploads: (): { upload: string; bucket: string; key: string }[] =>
      readdirSync(join(root, 'uploads')).map(upload => {
        const [bucket, key]: [string, string] = JSON.parse(readFileSync(join(partsOf(upload), 'of'), 'utf8'));
        return { upload, bucket, key };
      }),
    putPart(upload: string, part: number, bytes: Uint8Array): string {
      writeFileSync(join(partsOf(upload), String(part)), bytes);
      return md5(bytes);
    },
    joined: (upload: string, parts: readonly number[]): Buffer =>
      Buffer.concat(parts.map(part => readFileSync(join(partsOf(upload), String(part))))),
    abort: (upload: string) => rmSync(partsOf(upload), { recursive: true, force: true }),
  };
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const signed = req.headers['x-amz-content-sha256'];
  if (typeof signed === 'string' && /^[0-9a-f]{64}$/.test(signed))
    if (createHash('sha256').update(body).digest('hex') !== signed)
      throw new Fault(400, 'XAmzContentSHA256Mismatch');
  return body;
}

/** @throws Fault where the object is not as a conditional request expects it */
function expected({ headers }: IncomingMessage, found: Found | undefined, write: boolean): void {
  const { 'if-match': match, 'if-none-match': none } = headers;
  if (match !== undefined && !found) throw new Fault(404, 'NoSuchKey');
  if (match !== undefined && found?.etag !== match) throw new Fault(412, 'PreconditionFailed');
  if (none !== undefined && write && found) throw new Fault(412, 'PreconditionFailed');
}

type Answer = { status?: number; headers?: Record<string, string | number>; xml?: string; file?: Found };

/** Parses a Range header into its first and last byte; undefined without one. @throws Fault 416 if it starts past the end */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined) return undefined;
  if (Number(from) >= size) throw new Fault(416, 'InvalidRange');
  return { start: Number(from), end: to ? Math.min(Number(to), size - 1) : size - 1 };
}

function createAnswers(store: ReturnType<typeof createStore>) {
  function list(bucket: string, query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token');
    const keys = store.keys(bucket, prefix);
    const from =
      after === null ? 0 : keys.findIndex(key => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0);
    const page = from < 0 ? [] : keys.slice(from, from + longestPage);
    const more = from >= 0 && from + longestPage < keys.length;
    const contents = page.flatMap(key => {
      const found = store.find(bucket, key);
      if (!found) return [];
      const { etag, size, at } = found;
      return element(
        'Contents',
        element('Key', escaped(key)),
        element('ETag', escaped(etag)),
        element('Size', String(size)),
        element('LastModified', at.toISOString()),
      );
    });
    const next = more ? element('NextContinuationToken', escaped(page.at(-1) ?? '')) : '';
    return { xml: element('ListBucketResult', element('IsTruncated', String(more)), next, ...contents) };
  }

  async function ofUpload(
    req: IncomingMessage,
    bucket: string,
    key: string,
    query: URLSearchParams,
  ): Promise<Answer> {
    const upload = query.get('uploadId') ?? '';
    if (!store.isUnderWay(upload)) throw new Fault(404, 'NoSuchUpload');
    if (req.method === 'DELETE') {
      store.abort(upload);
      return { status: 204 };
    }
    const body = await bodyOf(req);
    if (req.method === 'PUT')
      return { headers: { etag: store.putPart(upload, Number(query.get('partNumber')), body) } };
    const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) => Number(n));
    expected(req, store.find(bucket, key), true);
    const etag = store.put(bucket, key, store.joined(upload, parts));
    store.abort(upload);
    return { xml: element('CompleteMultipartUploadResult', element('ETag', escaped(etag))) };
  }

  async function ofObject(req: IncomingMessage, bucket: string, key: string): Promise<Answer> {
    if (req.method === 'PUT') {
      // Refused before the body is read, as other servers do.
      expected(req, store.find(bucket, key), true);
      const body = await bodyOf(req);
      expected(req, store.find(bucket, key), true);
      return { headers: { etag: store.put(bucket, key, body) } };
    }
    const found = store.find(bucket, key);
    expected(req, found, false);
    if (req.method === 'DELETE') {
      store.remove(bucket, key);
      return { status: 204 };
    }
    if (!found) throw new Fault(404, 'NoSuchKey');
    return { file: found };
  }

  return async (req: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams: query } = new URL(req.url ?? '/', 'http://s3');
    const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    if (key === '' && req.method === 'PUT') {
      store.addBucket(bucket);
      return {};
    }
    if (!store.hasBucket(bucket)) throw new Fault(404, 'NoSuchBucket');
    if (key === '' && query.has('uploads'))
      return {
        xml: element(
          'ListMultipartUploadsResult',
          ...store
            .uploads()
            .map(({ upload, key }) =>
              element('Upload', element('Key', escaped(key)), element('UploadId', upload)),
            ),
        ),
      };
    if (key === '') return list(bucket, query);
    if (req.method === 'POST' && query.has('uploads'))
      return {
        xml: element('InitiateMultipartUploadResult', element('UploadId', store.begin(bucket, key))),
      };
    if (query.has('uploadId')) return ofUpload(req, bucket, key, query);
    return ofObject(req, bucket, key);
  };
}

function sendFile(req: IncomingMessage, res: ServerResponse, { path, etag, size, at }: Found): void {
  const range = rangeOf(req.headers.range, size);
  const length = range ? range.end - range.start + 1 : size;
  res.writeHead(range ? 206 : 200, {
    etag,
    'content-length': length,
    'last-modified': at.toUTCString(),
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
  });
  if (req.method === 'HEAD' || length === 0) return void res.end();
  // Opened now: a file that takes its place meanwhile is another object.
  createReadStream(path, { ...range, fd: openSync(path, 'r') })
    .once('error', () => res.destroy())
    .pipe(res);
}

function sendError(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  const { status, message } = error instanceof Fault ? error : new Fault(500, 'InternalError');
  if (res.headersSent) return void res.destroy();
  // The rest of a body that was not read would be taken for the next request.
  const headers = { 'content-type': 'application/xml', ...(!req.complete && { connection: 'close' }) };
  res
    .writeHead(status, headers)
    .end(req.method === 'HEAD' ? undefined : element('Error', element('Code', message), element('Message')));
}

/** Serves the buckets below `root` on 127.0.0.1. Accepts only requests signed with `keys`. */
export function serveS3(port: number, root: string, keys: Keys): void {
  const answer = createAnswers(createStore(root));
  const server = createServer((req, res) => {
    const work = async () => {
      const refused = refusedSignature(req, keys);
      if (refused) throw new Fault(403, refused);
      const { status = 200, headers = {}, xml, file } = await answer(req);
      if (file) sendFile(req, res, file);
      else res.writeHead(status, { ...headers, ...(xml && { 'content-type': 'application/xml' }) }).end(xml);
    };
    work().catch(error => sendError(req, res, error));
  });
  // Clients keep connections; one that the server closes between two requests would look like a failure.
  server.keepAliveTimeout = 600_000;
  server.listen(port, '127.0.0.1');
}

if (import.meta.main) {
  const [port, root] = process.argv.slice(2);
  const { ROOT_ACCESS_KEY: id = '', ROOT_SECRET_KEY: secret = '' } = process.env;
  serveS3(Number(port), root ?? '', { id, secret });
}
