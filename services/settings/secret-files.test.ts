/** Settings with passwords, read from files that a container is given. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseEnv } from './env.ts';
import { WrongSettingError } from './settings-table.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-settings-'));
afterAll(() => rmSync(dir, { recursive: true }));

const file = (name: string, text: string) => {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
};

test('a setting with a password may be in a file that ends with a line break', () => {
  const env = parseEnv({
    EVENT_STORE_FILE: file('log', 'esdb://admin:geheim@esdb1:2113?tls=true\n'),
    REDIS_URL_FILE: file('redis', 'redis://:geheim@redis:6379\r\n'),
    SMTP_URL_FILE: file('smtp', 'smtps://user:geheim@mail.example.org'),
    MAIL_FROM: 'mail@example.org',
    S3_ENDPOINT: 'http://s3:7070',
    S3_BUCKET: 'archline',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID_FILE: file('id', 'archline'),
    S3_SECRET_ACCESS_KEY_FILE: file('key', 'geheim\n'),
  });
  expect(env.eventStore).toEqual({ driver: 'esdb', url: 'esdb://admin:geheim@esdb1:2113?tls=true' });
  expect(env.redisUrl).toBe('redis://:geheim@redis:6379');
  expect(env.mail).toMatchObject({ driver: 'smtp', url: 'smtps://user:geheim@mail.example.org' });
  expect(env.s3).toMatchObject({ accessKeyId: 'archline', secretAccessKey: 'geheim' });
});

test.each<[string, () => Record<string, string>, string]>([
  ['is not there', () => ({ REDIS_URL_FILE: join(dir, 'none') }), 'cannot be read'],
  ['is empty', () => ({ REDIS_URL_FILE: file('empty', '\n') }), 'must contain exactly one line'],
  [
    'holds lines',
    () => ({ REDIS_URL_FILE: file('lines', 'geheim\ngeheim') }),
    'must contain exactly one line',
  ],
  [
    'stands beside the setting',
    () => ({ REDIS_URL: 'redis://geheim', REDIS_URL_FILE: file('both', 'redis://geheim') }),
    'REDIS_URL and REDIS_URL_FILE are both set',
  ],
  [
    'is not well formed',
    () => ({ EVENT_STORE_FILE: file('bad', 'esdb:geheim') }),
    'EVENT_STORE is not well formed',
  ],
])(
  'a setting’s file that %s stops the start with a message that does not quote it',
  (_, values, sentence) => {
    const start = () => parseEnv(values());
    expect(start).toThrow(WrongSettingError);
    expect(start).toThrow(sentence);
    expect(start).not.toThrow('geheim');
  },
);
