/** Answers of the project's S3 server to each kind of request. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { S3Folder, StoredObject } from './s3-folder.ts';

/** Error that becomes an S3 error answer. */
export class S3Error extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
export const formatXmlElement = (name: string, ...inner: string[]) => `<${name}>${inner.join('')}</${name}>`;
const longestPage = 1000;

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const signed = req.headers['x-amz-content-sha256'];
  if (typeof signed === 'string' && /^[0-9a-f]{64}$/.test(signed))
    if (createHash('sha256').update(body).digest('hex') !== signed)
      throw new S3Error(400, 'XAmzContentSHA256Mismatch');
  return body;
}

/** @throws S3Error if the object does not match a conditional request */
function expected({ headers }: IncomingMessage, found: StoredObject | undefined, write: boolean): void {
  const { 'if-match': match, 'if-none-match': none } = headers;
  if (match !== undefined && !found) throw new S3Error(404, 'NoSuchKey');
  if (match !== undefined && found?.etag !== match) throw new S3Error(412, 'PreconditionFailed');
  if (none !== undefined && write && found) throw new S3Error(412, 'PreconditionFailed');
}

type Answer = {
  status?: number;
  headers?: Record<string, string | number>;
  xml?: string;
  file?: StoredObject;
};

/** A signed request for a bucket, or for an object if `key` is not empty. */
type BucketRequest = {
  folder: S3Folder;
  req: IncomingMessage;
  bucket: string;
  key: string;
  query: URLSearchParams;
};

function list({ folder, bucket, query }: BucketRequest): Answer {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token');
  const keys = folder.keys(bucket, prefix);
  const from =
    after === null ? 0 : keys.findIndex(key => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0);
  const page = from < 0 ? [] : keys.slice(from, from + longestPage);
  const more = from >= 0 && from + longestPage < keys.length;
  const contents = page.flatMap(key => {
    const found = folder.find(bucket, key);
    if (!found) return [];
    const { etag, size, at } = found;
    return formatXmlElement(
      'Contents',
      formatXmlElement('Key', escaped(key)),
      formatXmlElement('ETag', escaped(etag)),
      formatXmlElement('Size', String(size)),
      formatXmlElement('LastModified', at.toISOString()),
    );
  });
  const next = more ? formatXmlElement('NextContinuationToken', escaped(page.at(-1) ?? '')) : '';
  return {
    xml: formatXmlElement(
      'ListBucketResult',
      formatXmlElement('IsTruncated', String(more)),
      next,
      ...contents,
    ),
  };
}

function listUploads({ folder }: BucketRequest): Answer {
  const found = folder
    .uploads()
    .map(({ upload, key }) =>
      formatXmlElement('Upload', formatXmlElement('Key', escaped(key)), formatXmlElement('UploadId', upload)),
    );
  return { xml: formatXmlElement('ListMultipartUploadsResult', ...found) };
}

function beginUpload({ folder, bucket, key }: BucketRequest): Answer {
  return {
    xml: formatXmlElement(
      'InitiateMultipartUploadResult',
      formatXmlElement('UploadId', folder.begin(bucket, key)),
    ),
  };
}

async function ofUpload({ folder, req, bucket, key, query }: BucketRequest): Promise<Answer> {
  const upload = query.get('uploadId') ?? '';
  if (!folder.isUnderWay(upload)) throw new S3Error(404, 'NoSuchUpload');
  if (req.method === 'DELETE') {
    folder.abort(upload);
    return { status: 204 };
  }
  const body = await bodyOf(req);
  if (req.method === 'PUT')
    return { headers: { etag: folder.putPart(upload, Number(query.get('partNumber')), body) } };
  const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) => Number(n));
  expected(req, folder.find(bucket, key), true);
  const etag = folder.put(bucket, key, folder.joined(upload, parts));
  folder.abort(upload);
  return { xml: formatXmlElement('CompleteMultipartUploadResult', formatXmlElement('ETag', escaped(etag))) };
}

async function ofObject({ folder, req, bucket, key }: BucketRequest): Promise<Answer> {
  if (req.method === 'PUT') {
    // Refused before the body is read, as other S3 servers do.
    expected(req, folder.find(bucket, key), true);
    const body = await bodyOf(req);
    expected(req, folder.find(bucket, key), true);
    return { headers: { etag: folder.put(bucket, key, body) } };
  }
  const found = folder.find(bucket, key);
  expected(req, found, false);
  if (req.method === 'DELETE') {
    folder.remove(bucket, key);
    return { status: 204 };
  }
  if (!found) throw new S3Error(404, 'NoSuchKey');
  return { file: found };
}

/** @throws S3Error */
export async function answerS3Request(req: IncomingMessage, folder: S3Folder): Promise<Answer> {
  const { pathname, searchParams: query } = new URL(req.url ?? '/', 'http://s3');
  const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent);
  const key = rest.join('/');
  const asked = { folder, req, bucket, key, query };
  if (key === '' && req.method === 'PUT') {
    folder.addBucket(bucket);
    return {};
  }
  if (!folder.hasBucket(bucket)) throw new S3Error(404, 'NoSuchBucket');
  if (key === '') return query.has('uploads') ? listUploads(asked) : list(asked);
  if (req.method === 'POST' && query.has('uploads')) return beginUpload(asked);
  return query.has('uploadId') ? ofUpload(asked) : ofObject(asked);
}
