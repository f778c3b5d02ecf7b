/** The settings that there are, as .env.example names them, and those that a cluster cannot do without. */
import { readFileSync } from 'node:fs';
import { secretSettings } from '#services/settings/secret-files.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const named = [...example.matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '');

/** services/settings/env.test.ts holds .env.example to what the program reads. */
export const knownSettings: ReadonlySet<string> = new Set([
  ...named,
  ...secretSettings.map(name => `${name}_FILE`),
]);

/** Without these several nodes are no cluster, or not one that people may be let into. */
export const clusterSettings = [
  ...['PUBLIC_URL', 'HOST', 'DATA_DIR', 'DEMO', 'DRAIN_MS', 'SECRET_FILE', 'EVENT_STORE', 'REDIS_URL'],
  ...['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ...['SNAPSHOT_DIR', 'TRUSTED_PROXIES', 'KAFKA_BROKERS'],
];
