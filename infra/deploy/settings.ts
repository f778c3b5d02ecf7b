/** Settings listed in .env.example, and those that a cluster requires. */
import { readFileSync } from 'node:fs';
import { secretSettings } from '#services/settings/secret-files.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const named = [...example.matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '');

/** Known settings. services/settings/env.test.ts compares .env.example with what the program reads. */
export const knownSettings: ReadonlySet<string> = new Set([
  ...named,
  ...secretSettings.map(name => `${name}_FILE`),
]);

/** Settings without which several nodes do not form a cluster or must not be opened to users. */
export const requiredClusterSettings = [
  ...['PUBLIC_URL', 'HOST', 'DATA_DIR', 'DEMO', 'DRAIN_MS', 'SECRET_FILE', 'EVENT_STORE', 'REDIS_URL'],
  ...['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ...['SNAPSHOT_DIR', 'TRUSTED_PROXIES', 'KAFKA_BROKERS'],
];
