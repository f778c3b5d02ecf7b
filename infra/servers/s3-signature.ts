/** Verifies signatures in the header of S3 requests (AWS Signature Version 4). */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type S3Credentials = { id: string; secret: string };

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The query as it is signed: sorted by name, each name with its `=`. */
const sortedQuery = (query: string) =>
  query
    .split('&')
    .filter(Boolean)
    .map(pair => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&');

/** Verifies a request's signature. @returns S3's error code, or undefined if the signature is valid */
export function findSignatureError(
  { method, url = '/', headers }: IncomingMessage,
  keys: S3Credentials,
): string | undefined {
  const [, id, scope = '', names = '', signature] =
    /Credential=([^/]+)\/([^,]+), *SignedHeaders=([^,]+), *Signature=(\w+)/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== keys.id) return 'InvalidAccessKeyId';
  const [path = '/', query = ''] = url.split('?');
  const request = [
    method,
    path,
    sortedQuery(query),
    ...names.split(';').map(
      name =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const hash = createHash('sha256').update(request).digest('hex');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${keys.secret}`);
  const due = hmac(key, `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${scope}\n${hash}`).toString('hex');
  return due === signature ? undefined : 'SignatureDoesNotMatch';
}
