/** Users, passwords and the TLS certificate of the protocol server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metadata } from '@grpc/grpc-js';
import { generate } from 'selfsigned';
import { type CallError, denied, unauthenticated } from './refusals.ts';

/** By name. Without `readsAll` a user may read and write streams, but not read `$all`. */
export type Users = Record<string, { password: string; readsAll: boolean }>;

export type Wanted = 'streams' | 'all';

/** The error for a caller without access; undefined if access is granted or no users are set. */
export function refusedTo(
  metadata: Metadata,
  users: Users | undefined,
  wanted: Wanted,
): CallError | undefined {
  if (!users) return undefined;
  const [given] = metadata.get('authorization');
  if (given === undefined) return denied();
  const [name = '', password] = Buffer.from(String(given).replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':');
  const user = users[name];
  if (!user || user.password !== password) return unauthenticated();
  return wanted === 'all' && !user.readsAll ? denied() : undefined;
}

export type Certificate = { cert: string; key: string; file: string };

/**
 * A new one for each start.
 * @param dir where its file is put, for clients to trust
 * @param host that it is for
 */
export async function makeCertificate(dir: string, host = '127.0.0.1'): Promise<Certificate> {
  const names = [
    { type: 2 as const, value: host === '127.0.0.1' ? 'localhost' : host },
    ...(host === '127.0.0.1' ? [{ type: 7 as const, ip: host }] : []),
  ];
  const made = await generate([{ name: 'commonName', value: 'archline-log' }], {
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: names },
    ],
  });
  const file = join(dir, 'log-ca.crt');
  writeFileSync(file, made.cert);
  return { cert: made.cert, key: made.private, file };
}
