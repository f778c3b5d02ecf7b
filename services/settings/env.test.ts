import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseEnv } from './env.ts';

test('settings default to the demo on this machine', () => {
  const env = parseEnv({});
  expect({ ...env, run: [...env.run] }).toEqual({
    port: 3000,
    portGiven: false,
    host: '127.0.0.1',
    metricsPort: undefined,
    backupDir: undefined,
    drainMs: 0,
    startWaitMs: 60_000,
    traces: undefined,
    privateProviders: false,
    publicUrl: 'http://127.0.0.1:3000',
    mail: { driver: 'folder', from: 'Archline <archline@localhost>' },
    sms: { driver: 'demo' },
    translate: 'glossary',
    dataDir: resolve('./data'),
    demo: true,
    analysis: true,
    smallestCell: 5,
    questionsAtOnce: undefined,
    backgroundPriority: 'idle',
    whatIfVersions: [],
    auditDays: 1096,
    staffSecondFactor: false,
    smsPerHour: 300,
    eventStore: { driver: 'sqlite' },
    redisUrl: undefined,
    secretFile: undefined,
    snapshotDir: undefined,
    logLevel: 'info',
    kafkaBrokers: [],
    kafkaAccess: undefined,
    s3: undefined,
    trustedProxies: [],
    unset: ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'SMS', 'SECRET_FILE', 'BACKUP_DIR', 'SUPPORT_PHONE'],
    run: ['api', 'realtime', 'projector', 'worker', 'analysis'],
  });
});

test.each([
  [{ PORT: 'http' }, [], 'PORT is "http"'],
  [{ PORT: '70000' }, [], 'PORT is "70000"'],
  [{ METRICS_PORT: '0' }, [], 'METRICS_PORT is "0"'],
  [{ METRICS_PORT: '3000' }, [], 'METRICS_PORT is the same as PORT'],
  [{ DEMO: 'yes' }, [], 'DEMO is "yes"'],
  [{ HOST: '0.0.0.0' }, [], 'Set DEMO=0'],
  [{ HOST: 'a b', DEMO: '0' }, [], 'HOST is "a b"'],
  [{ EVENT_STORE: 'postgres' }, [], 'EVENT_STORE is "postgres"'],
  [{ EVENT_STORE: 'esdb://' }, [], 'EVENT_STORE is not well formed'],
  [{ EVENT_STORE: 'esdb:admin:geheim@' }, [], 'it must be esdb:// or esdb+discover:// with a host'],
  [{ LOG_LEVEL: 'loud' }, [], 'LOG_LEVEL is "loud"'],
  [{ REDIS_URL: 'localhost:6379' }, [], 'REDIS_URL is not well formed'],
  [{ KAFKA_BROKERS: 'localhost' }, [], 'KAFKA_BROKERS is not well formed'],
  [{ KAFKA_SASL: 'gssapi' }, [], 'KAFKA_SASL is not well formed: it must be one of plain'],
  [
    { KAFKA_SASL: 'plain', KAFKA_USERNAME: 'archline' },
    [],
    'KAFKA_SASL, KAFKA_USERNAME set without KAFKA_PASSWORD: signing in to Kafka needs all of them.',
  ],
  [{ KAFKA_SSL: 'yes' }, [], 'KAFKA_SSL is "yes": it must be 0 or 1.'],
  [{ KAFKA_SSL_CA_FILE: '/etc/ca.pem' }, [], 'KAFKA_SSL_CA_FILE is set without KAFKA_SSL=1'],
  [{ START_WAIT_MS: '3600000' }, [], 'START_WAIT_MS is "3600000": it must be a number of milliseconds'],
  [{ SMTP_URL: 'mail.example.org' }, [], 'SMTP_URL is not well formed'],
  [{ SMTP_URL: 'http://mail.example.org' }, [], 'SMTP_URL is not well formed'],
  [{ SMTP_URL: 'smtp://mail.example.org' }, [], 'SMTP_URL is set without MAIL_FROM'],
  [{ MAIL_FROM: 'Archline' }, [], 'MAIL_FROM is "Archline"'],
  [{ SUPPORT_PHONE: 'call us' }, [], 'SUPPORT_PHONE is "call us"'],
  [{ MAIL_FROM: 'a@example.org\r\nBcc: b@example.org' }, [], 'MAIL_FROM is'],
  [{ TRANSLATE: 'babelfish' }, [], 'TRANSLATE is "babelfish": it must be glossary.'],
  [{ PUBLIC_URL: 'archline.example' }, [], 'PUBLIC_URL is "archline.example"'],
  [{ PUBLIC_URL: 'https://archline.example/app' }, [], 'PUBLIC_URL is'],
  [{ S3_ENDPOINT: 'localhost:7070' }, [], 'S3_ENDPOINT is not well formed'],
  [{ S3_BUCKET: 'Big Bucket' }, [], 'S3_BUCKET is not well formed'],
  [
    { S3_ENDPOINT: 'http://localhost:7070', S3_BUCKET: 'archline' },
    [],
    'S3_ENDPOINT, S3_BUCKET set without S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
  ],
  [{ TRUSTED_PROXIES: 'balancer' }, [], 'TRUSTED_PROXIES names "balancer"'],
  [{ TRUSTED_PROXIES: '10.0.0.1,10.0.0.0/33' }, [], 'TRUSTED_PROXIES names "10.0.0.0/33"'],
  [{}, ['--run=api,web'], '--run names the unknown part "web"'],
  [{}, ['--run=api,relay'], '--run=relay needs KAFKA_BROKERS'],
  [{}, ['--run=worker,analysis'], '--run=analysis without api needs S3_ENDPOINT'],
  [{}, ['-v'], 'Unknown argument "-v"'],
])('setting %o %o is refused with a sentence that names it', (values, args, sentence) => {
  expect(() => parseEnv(values, args)).toThrow(sentence);
});

test('a second factor is demanded of staff unless it is the demo, or the operator says otherwise', () => {
  expect(parseEnv({ DEMO: '0' }).staffSecondFactor).toBe(true);
  expect(parseEnv({ DEMO: '0', STAFF_SECOND_FACTOR: '0' }).staffSecondFactor).toBe(false);
  expect(parseEnv({ STAFF_SECOND_FACTOR: '1' }).staffSecondFactor).toBe(true);
});

test('settings allow other machines once the demo is off', () => {
  expect(parseEnv({ HOST: '0.0.0.0', DEMO: '0' }).host).toBe('0.0.0.0');
});

test.each([
  'esdb://localhost:2113?tls=false',
  'esdb+discover://u:p@cluster',
  'kurrentdb://node',
  'esdb://user:ge%3Ahe/i%40m?#@a-1.b:1,c/?TLS=true&tls_ca_file=%2Fa%20b&Node-Preference=read_only_replica',
  'esdb://a?tlsVerifyCert=true&keepAliveInterval=-1',
])('setting for the log may be %s', url =>
  expect(parseEnv({ EVENT_STORE: url }).eventStore).toEqual({ driver: 'esdb', url }),
);

const wrongStrings: [url: string, sentence: string][] = [
  ['esdb://u:geheim@a?tlsVerify=false', 'EVENT_STORE has an unknown option; known are connectionName, '],
  ['esdb://u:geheim@a?geheim=1', 'EVENT_STORE has an unknown option; known are connectionName, '],
  [
    'esdb://u:geheim@a?tls=true&tls_verify_cert=false',
    'EVENT_STORE sets tlsVerifyCert=false, which has no effect',
  ],
  ['esdb://u:geheim@a?tls=geheim', 'EVENT_STORE sets tls to an invalid value: it must be true or false.'],
  ['esdb://u:geheim@a?tls=', 'EVENT_STORE sets tls to an invalid value'],
  ['esdb://u:geheim@a?nodePreference=geheim', 'it must be leader, follower, read_only_replica or random.'],
  ['esdb://u:geheim@a?keepAliveInterval=geheim', 'it must be a whole number.'],
  ['esdb://u:geheim@a?tlsCAFile=/geheim%', 'it must be percent-encoded.'],
  ['esdb://u:ge:heim@a', 'EVENT_STORE has a user or password with a raw :'],
  ['esdb://u:ge@heim@a', 'EVENT_STORE has an invalid host: if the password contains @, write %40.'],
  ['esdb://u:geheim%@a', 'EVENT_STORE has a user or password with a raw :'],
  ['esdb://u:geheim@a:b', 'EVENT_STORE has an invalid host'],
];
test.each(wrongStrings)('setting %s is refused without its password', (url, sentence) => {
  expect(() => parseEnv({ EVENT_STORE: url })).toThrow(sentence);
  expect(() => parseEnv({ EVENT_STORE: url })).toThrow(expect.not.stringMatching(/heim/));
});

test('--run chooses the parts', () => {
  expect([...parseEnv({}, ['--run=api,worker']).run]).toEqual(['api', 'worker']);
});

test('the relay runs if a Kafka is set', () => {
  const env = parseEnv({ KAFKA_BROKERS: 'kafka-1:9092,kafka-2:9092' });
  expect(env.kafkaBrokers).toEqual(['kafka-1:9092', 'kafka-2:9092']);
  expect([...env.run]).toContain('relay');
  expect([...parseEnv({ KAFKA_BROKERS: 'kafka:9092' }, ['--run=api']).run]).toEqual(['api']);
});

test('Kafka may require TLS and a password, which is never printed', () => {
  const values = { KAFKA_SSL: '1', KAFKA_SSL_CA_FILE: '/etc/ca.pem', KAFKA_SASL: 'scram-sha-512' };
  const signIn = { KAFKA_USERNAME: 'archline', KAFKA_PASSWORD: 'geheim' };
  expect(parseEnv({ ...values, ...signIn }).kafkaAccess).toEqual({
    tls: { caFile: '/etc/ca.pem' },
    sasl: { mechanism: 'scram-sha-512', username: 'archline', password: 'geheim' },
  });
  expect(parseEnv({ KAFKA_SSL: '0' }).kafkaAccess).toBeUndefined();
  for (const wrong of [{ KAFKA_USERNAME: '' }, { KAFKA_PASSWORD: 'ge heim' }])
    expect(() => parseEnv({ ...values, ...signIn, ...wrong })).toThrow(expect.not.stringContaining('heim'));
});

test('mail goes to the configured server, and links lead to the public address', () => {
  const values = {
    SMTP_URL: 'smtps://u:p%40ss@mail.example.org',
    MAIL_FROM: 'Archline 齐列 <mail@example.org>',
    PUBLIC_URL: 'https://archline.example/',
  };
  expect(parseEnv(values)).toMatchObject({
    mail: { driver: 'smtp', url: values.SMTP_URL, from: values.MAIL_FROM },
    publicUrl: 'https://archline.example',
  });
  const wrong = { ...values, SMTP_URL: 'smtp:/u:geheim@' };
  expect(() => parseEnv(wrong)).toThrow(expect.not.stringContaining('geheim'));
});

const aliyun = {
  SMS: 'aliyun',
  SMS_KEY_ID: 'id',
  SMS_KEY_SECRET: 'geheim',
  SMS_SIGN_NAME: '齐列',
  SMS_TEMPLATE_CODE: 'SMS_1',
  SMS_TEMPLATE_INVITATION: 'SMS_3',
  SMS_TEMPLATE_PASSWORD_CHANGED: 'SMS_2',
};
const tencent = { ...aliyun, SMS: 'tencent', SMS_APP_ID: '1400' };
const twilio = { SMS: 'twilio', SMS_KEY_ID: 'AC1', SMS_KEY_SECRET: 'geheim', SMS_FROM: '+15005550006' };

test('text messages are the demo’s in a demo, off without one, or a service’s', () => {
  expect(parseEnv({ DEMO: '0' }).sms).toEqual({ driver: 'off' });
  expect(parseEnv({ SMS: 'demo' }).sms).toEqual({ driver: 'demo' });
  const templates = { code: 'SMS_1', passwordChanged: 'SMS_2', invitation: 'SMS_3' };
  const keys = { keyId: 'id', keySecret: 'geheim' };
  expect(parseEnv(aliyun).sms).toEqual({ driver: 'aliyun', ...keys, signName: '齐列', templates });
  expect(parseEnv(tencent).sms).toMatchObject({ driver: 'tencent', appId: '1400', templates });
  expect(parseEnv(twilio).sms).toMatchObject({ driver: 'twilio', from: '+15005550006' });
});

const incomplete = [aliyun, tencent, twilio].flatMap(values =>
  Object.keys(values).flatMap(name => (name === 'SMS' ? [] : [[values.SMS, name, values] as const])),
);
test.each(incomplete)('SMS=%s without %s does not start, and prints no secret', (driver, name, values) => {
  const start = () => parseEnv({ ...values, [name]: '' });
  expect(start).toThrow(`SMS is "${driver}" without ${name}.`);
  expect(start).not.toThrow('geheim');
});

test('the demo’s messages need the demo', () => {
  expect(() => parseEnv({ SMS: 'demo', DEMO: '0' })).toThrow('Set DEMO=1');
  expect(() => parseEnv({ SMS: 'pigeon' })).toThrow('SMS is "pigeon"');
});

test('files and vault are on S3 if all of its settings are set; its secret is never printed', () => {
  const values = {
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'archline',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'geheim',
  };
  expect(parseEnv(values).s3).toEqual({
    endpoint: 'https://s3.example.org',
    bucket: 'archline',
    region: 'eu-central-1',
    accessKeyId: 'id',
    secretAccessKey: 'geheim',
  });
  for (const wrong of [{ S3_BUCKET: '' }, { S3_SECRET_ACCESS_KEY: 'ge heim' }])
    expect(() => parseEnv({ ...values, ...wrong })).toThrow(expect.not.stringContaining('heim'));
});

test('background processes take idle time unless another priority is set, and questions have a limit', () => {
  expect(parseEnv({})).toMatchObject({ backgroundPriority: 'idle', questionsAtOnce: undefined });
  const set = { BACKGROUND_PRIORITY: 'low', ANALYSIS_QUESTIONS: '2' };
  expect(parseEnv(set)).toMatchObject({ backgroundPriority: 'low', questionsAtOnce: 2 });
  for (const wrong of [
    { BACKGROUND_PRIORITY: 'high' },
    { ANALYSIS_QUESTIONS: '0' },
    { ANALYSIS_QUESTIONS: '5' },
  ])
    expect(() => parseEnv(wrong)).toThrow(Object.keys(wrong)[0]);
});

test('.env.example names every setting, and its values start', () => {
  const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
  const named = lines.flatMap(line => /^#? ?([A-Z0-9_]+)=(.*)$/.exec(line)?.slice(1) ?? []);
  const values = Object.fromEntries(named.flatMap((text, i) => (i % 2 === 0 ? [[text, named[i + 1]]] : [])));
  expect(Object.keys(values).sort()).toEqual(
    [
      ...[
        'ANALYSIS',
        'ANALYSIS_K',
        'ANALYSIS_QUESTIONS',
        'AUDIT_DAYS',
        'BACKGROUND_PRIORITY',
        'BACKUP_DIR',
        'DATA_DIR',
        'DEMO',
        'DRAIN_MS',
        'EVENT_STORE',
        'HOST',
        'KAFKA_BROKERS',
        'KAFKA_PASSWORD',
        'KAFKA_SASL',
        'KAFKA_SSL',
        'KAFKA_SSL_CA_FILE',
        'KAFKA_USERNAME',
        'LOG_LEVEL',
        'MAIL_FROM',
        'METRICS_PORT',
      ],
      ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'PORT', 'PUBLIC_URL', 'REDIS_URL'],
      ...['S3_ACCESS_KEY_ID', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_SECRET_ACCESS_KEY'],
      ...['SECRET_FILE', 'SMTP_URL', 'SNAPSHOT_DIR', 'START_WAIT_MS'],
      ...['SMS', 'SMS_APP_ID', 'SMS_FROM', 'SMS_KEY_ID', 'SMS_KEY_SECRET', 'SMS_PER_HOUR', 'SMS_SIGN_NAME'],
      ...['SMS_TEMPLATE_CODE', 'SMS_TEMPLATE_INVITATION', 'SMS_TEMPLATE_PASSWORD_CHANGED'],
      ...['SSO_PRIVATE_NETWORKS', 'STAFF_SECOND_FACTOR', 'SUPPORT_PHONE', 'TRANSLATE', 'TRUSTED_PROXIES'],
      'WHATIF_VERSIONS',
    ].sort(),
  );
  expect(() => parseEnv(values)).not.toThrow();
});

test('WHATIF_VERSIONS is a list of names with folders', () => {
  const { whatIfVersions } = parseEnv({ WHATIF_VERSIONS: 'next=/srv/next,old.1=/srv/old' });
  expect(whatIfVersions).toEqual([
    { name: 'next', folder: '/srv/next' },
    { name: 'old.1', folder: '/srv/old' },
  ]);
  for (const wrong of ['/srv/next', 'next=', 'a b=/srv/next', 'next=/srv/next,'])
    expect(() => parseEnv({ WHATIF_VERSIONS: wrong })).toThrow('name=folder');
});
