/** Where an installation is opened in another process than its servers. */
import { expect, it } from 'vitest';
import { parseEnv } from '../settings/env.ts';
import { backlogPlaceOf } from './installation.ts';

const s3 = {
  S3_ENDPOINT: 'http://localhost:7070',
  S3_BUCKET: 'archline',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

it.each([
  ['the embedded log', {}, { dataDir: '/data', secretFile: undefined, logLevel: 'error' }],
  ['another log', { EVENT_STORE: 'esdb://localhost:2113?tls=false' }, undefined],
  ['tables in a bucket', s3, undefined],
])('a process builds a backlog of the tables: %s', (_what, settings, place) => {
  const env = parseEnv({ DATA_DIR: '/data', LOG_LEVEL: 'error', ...settings }, []);
  expect(backlogPlaceOf(env)).toEqual(place);
});
