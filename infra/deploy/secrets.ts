/**
 * `npx node infra/deploy/secrets.ts [--small]` creates the missing secrets of compose.yaml. Existing ones are
 * kept: a new archline-secret could not decrypt data of the old one. `--small` is for compose.small.yaml.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const here = import.meta.dirname;
const word = () => randomBytes(24).toString('base64url');

export type InstallationSize = { small: boolean };

/** Addresses of the log's servers in compose.yaml. */
const servers = [11, 12, 13].map(last => `172.30.240.${last}:2113`);

/**
 * Value of EVENT_STORE, with the program's own user of the log. With several addresses the program looks for
 * the leader.
 */
export const formatLogConnectionString = (password: string, { small }: InstallationSize): string =>
  `esdb://archline:${password}@${(small ? servers.slice(0, 1) : servers).join(',')}` +
  `?tls=true&tlsCAFile=/authority/ca.crt${small ? '' : '&nodePreference=leader'}`;

/** Value of COMPOSE_FILE in .env: the compose files to merge. */
const fileNames = ({ small }: InstallationSize) =>
  ['compose.yaml', ...(small ? ['compose.small.yaml'] : [])].join(':');

/** @param dir folder for `secrets/` and `.env` */
export function makeSecrets(dir: string, size: InstallationSize): void {
  mkdirSync(join(dir, 'secrets'), { recursive: true });
  chmodSync(join(dir, 'secrets'), 0o700);
  /**
   * Reads a one-line file, and creates it if missing. Containers read it as another user, so only the
   * folder's mode protects it.
   */
  const kept = (name: string, make: () => string): string => {
    const file = join(dir, 'secrets', name);
    if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o644 });
    return readFileSync(file, 'utf8').trim();
  };
  const admin = kept('esdb-admin-password', word);
  const ops = kept('esdb-ops-password', word);
  const redis = kept('redis-password', word);
  const keyId = kept('s3-access-key-id', () => 'archline');
  const key = kept('s3-secret-access-key', word);
  kept('archline-secret', () => randomBytes(32).toString('hex'));
  kept('event-store', () => formatLogConnectionString(word(), size));
  kept('redis-url', () => `redis://:${redis}@redis:6379`);
  kept('grafana-password', word);
  const settings = join(dir, '.env');
  if (existsSync(settings)) return;
  // Variables for servers that read only the environment. Compose reads .env automatically.
  const lines = [
    '# Public host name; its DNS record must point to this machine. With localhost browsers warn about the certificate.',
    'SITE_ADDRESS=localhost',
    '# To use KurrentDB instead of EventStoreDB, add compose.kurrentdb.yaml after compose.yaml.',
    `COMPOSE_FILE=${fileNames(size)}`,
    `ESDB_ADMIN_PASSWORD=${admin}`,
    `ESDB_OPS_PASSWORD=${ops}`,
    `S3_ACCESS_KEY_ID=${keyId}`,
    `S3_SECRET_ACCESS_KEY=${key}`,
    '# SMTP_URL=smtps://user:password@mail.example.org',
    '# MAIL_FROM=Archline <mail@archline.example>',
    '# SMS=aliyun, with the SMS_ settings of .env.example',
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`, { mode: 0o600 });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
  makeSecrets(here, values);
  console.log(`The secrets are in ${join(here, 'secrets')}. Keep archline-secret apart from the backups.`);
}
