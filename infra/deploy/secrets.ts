/**
 * `npx node infra/deploy/secrets.ts`: makes what compose.yaml hands out as secrets, each once. What is there stays: a
 * secret that is made anew opens no name that the old one sealed.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dir = import.meta.dirname;
const word = () => randomBytes(24).toString('base64url');

/** A line in a file, made where it is not there. Containers read it as another user: the folder keeps others out. */
function kept(name: string, make: () => string): string {
  const file = join(dir, 'secrets', name);
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o644 });
  return readFileSync(file, 'utf8').trim();
}

const esdb = (password: string) =>
  `esdb://admin:${password}@172.30.240.11:2113,172.30.240.12:2113,172.30.240.13:2113` +
  '?tls=true&tlsCAFile=/authority/ca.crt&nodePreference=leader';

export function makeSecrets(): void {
  mkdirSync(join(dir, 'secrets'), { recursive: true });
  chmodSync(join(dir, 'secrets'), 0o700);
  const admin = kept('esdb-admin-password', word);
  const ops = kept('esdb-ops-password', word);
  const redis = kept('redis-password', word);
  const keyId = kept('s3-access-key-id', () => 'archline');
  const key = kept('s3-secret-access-key', word);
  kept('archline-secret', () => randomBytes(32).toString('hex'));
  kept('event-store', () => esdb(admin));
  kept('redis-url', () => `redis://:${redis}@redis:6379`);
  kept('grafana-password', word);
  const settings = join(dir, '.env');
  if (existsSync(settings)) return;
  // What servers take from the environment only; compose reads the file by itself.
  const lines = [
    '# The name that people type, with DNS that leads here. localhost: a certificate that browsers do not know.',
    'SITE_ADDRESS=localhost',
    `ESDB_ADMIN_PASSWORD=${admin}`,
    `ESDB_OPS_PASSWORD=${ops}`,
    `S3_ACCESS_KEY_ID=${keyId}`,
    `S3_SECRET_ACCESS_KEY=${key}`,
    '# SMTP_URL=smtps://user:password@mail.example.org',
    '# MAIL_FROM=Archline <mail@archline.example>',
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`, { mode: 0o600 });
}

if (import.meta.main) {
  makeSecrets();
  console.log(`Secrets are in ${join(dir, 'secrets')}: keep archline-secret apart from the backups.`);
}
