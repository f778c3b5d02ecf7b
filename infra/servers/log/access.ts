/** Users, passwords and the TLS certificate of the protocol server. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Metadata } from '@grpc/grpc-js';
import { generate } from 'selfsigned';
import { ADMINS_GROUP, type CallerRoles, mayAccess, type StreamAction } from './acl.ts';
import { type CallError, createAccessDeniedError, createUnauthenticatedError } from './call-errors.ts';
import type { EventTable } from './event-table.ts';

/** Users by name. A user with `readsAll` is an administrator: no access list restricts such a user. */
export type UserAccounts = Record<string, { password: string; readsAll: boolean; fullName?: string }>;

/** The action and stream of a call, for the access check. */
export type AccessRequest = { action: StreamAction; stream: string };

type Caller = { roles: CallerRoles } | { error: CallError };

function callerOf(metadata: Metadata, users: UserAccounts): Caller {
  const [given] = metadata.get('authorization');
  if (given === undefined) return { error: createAccessDeniedError() };
  const [name = '', password] = Buffer.from(String(given).replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':');
  const user = Object.hasOwn(users, name) ? users[name] : undefined;
  if (!user || user.password !== password) return { error: createUnauthenticatedError() };
  return { roles: user.readsAll ? [name, ADMINS_GROUP] : [name] };
}

export type LogAccessControl = {
  /** The error for a caller without access; undefined if access is granted or no users are set. */
  refuses(metadata: Metadata, wanted: AccessRequest): CallError | undefined;
  /** The error for an unknown user or a wrong password. */
  rejects(metadata: Metadata): CallError | undefined;
  /** The error for a caller who is not an administrator. */
  refusesAdmin(metadata: Metadata): CallError | undefined;
};

export function createLogAccessControl(table: EventTable, users: UserAccounts | undefined): LogAccessControl {
  const check = (metadata: Metadata, allowed: (roles: CallerRoles) => boolean) => {
    if (!users) return undefined;
    const caller = callerOf(metadata, users);
    if ('error' in caller) return caller.error;
    return allowed(caller.roles) ? undefined : createAccessDeniedError();
  };
  return {
    refuses: (metadata, { action, stream }) =>
      check(metadata, roles => mayAccess(table, roles, action, stream)),
    rejects: metadata => check(metadata, () => true),
    refusesAdmin: metadata => check(metadata, roles => roles.includes(ADMINS_GROUP)),
  };
}

export type Certificate = { cert: string; key: string; file: string };

/** Path of the certificate in a folder, for clients to trust. */
export const certificateFilePath = (dir: string) => join(dir, 'log-ca.crt');
const files = (dir: string) => ({ cert: certificateFilePath(dir), key: join(dir, 'log-ca.key') });

/** Reads the certificate of an earlier start, which clients already trust. */
function keptCertificate(dir: string, host: string): Certificate | undefined {
  const { cert: file, key } = files(dir);
  if (!existsSync(file) || !existsSync(key)) return undefined;
  const cert = readFileSync(file, 'utf8');
  const read = new X509Certificate(cert);
  const privateKey = readFileSync(key, 'utf8');
  // A process killed while writing leaves a certificate and a key that do not match.
  if (!read.checkPrivateKey(createPrivateKey(privateKey))) return undefined;
  const isFor = isIP(host) ? read.checkIP(host) : read.checkHost(host);
  return isFor && Date.parse(read.validTo) > Date.now() ? { cert, key: privateKey, file } : undefined;
}

/**
 * Returns the folder's certificate, or creates one if it is missing, expired or for another host.
 * @param dir folder of the certificate
 * @param host host name or IP address of the certificate
 */
export async function ensureCertificate(dir: string, host = '127.0.0.1'): Promise<Certificate> {
  const kept = keptCertificate(dir, host);
  if (kept) return kept;
  const names = isIP(host)
    ? [
        { type: 2 as const, value: 'localhost' },
        { type: 7 as const, ip: host },
      ]
    : [{ type: 2 as const, value: host }];
  const made = await generate([{ name: 'commonName', value: 'archline-log' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: names },
    ],
  });
  const { cert: file, key } = files(dir);
  writeFileSync(key, made.private, { mode: 0o600 });
  writeFileSync(file, made.cert);
  return { cert: made.cert, key: made.private, file };
}
