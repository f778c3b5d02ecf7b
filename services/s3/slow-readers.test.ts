/** Object streams whose readers stall, over a small S3 server of this test. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bucket, openBucket } from './bucket.ts';

/** Connection limit of one S3 client. */
const connections = 256;
/** So long that a busy machine can open all connections before an attempt ends. */
const tryMs = 60_000;

let lent = 0;
/** Sends one byte of a held body: like a stalled reader, it keeps its connection. */
const server = createServer((request, answer) => {
  const held = request.url?.includes('held') === true;
  answer.writeHead(200, { 'Content-Length': held ? 1_000_000 : 5, ETag: '"1"' });
  if (!held) return answer.end('short');
  lent += 1;
  return answer.write('x');
});
let bucket: Bucket;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { region: 'x', bucket: 'b', accessKeyId: 'a', secretAccessKey: 'b' };
  bucket = openBucket({ endpoint: `http://127.0.0.1:${port}`, ...settings }, { most: 2, tryMs });
});
afterAll(async () => {
  bucket.close();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const firstOf = async (source: Readable) => {
  await once(source, 'readable');
  return source.read(1)?.length;
};

test('stalled readers of all lent connections block no other call', async () => {
  const held = Array.from({ length: connections }, () => bucket.lend('held').on('error', () => undefined));
  expect(new Set(await Promise.all(held.map(firstOf)))).toEqual(new Set([1]));
  expect(lent).toBe(connections);
  expect((await bucket.get('small'))?.bytes.length).toBe(5);
  expect(await firstOf(bucket.read('small'))).toBe(1);
  for (const source of held) source.destroy();
});
