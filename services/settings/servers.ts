/** Settings of servers: log, mail, Kafka, S3. */

import type { S3Settings } from '../s3/call-retrier.ts';
import { findConnectionStringFault } from './connection-string.ts';
import { parseNetwork } from './networks.ts';
import {
  readSettingGroup,
  readSettingValue,
  type SettingValues,
  saslMechanisms,
  WrongSettingError,
} from './settings-table.ts';

/**
 * Where mail goes: to a server, or to files in the data folder if no server is set. `from`: `Name <address>` or an
 * address.
 */
export type MailSettings = { from: string } & ({ driver: 'folder' } | { driver: 'smtp'; url: string });

/** Where the log is: in the data folder, or on EventStoreDB, whose `url` has the format of its clients. */
export type LogSettings = { driver: 'sqlite' } | { driver: 'esdb'; url: string };

/** Access to Kafka's brokers. */
export type KafkaAccess = {
  /** TLS, optionally with a PEM file of trusted certificates in place of the system's. */
  tls: { caFile: string | undefined } | undefined;
  sasl: { mechanism: (typeof saslMechanisms)[number]; username: string; password: string } | undefined;
};

/** Parses where the log is. Errors never quote the value, which may contain a password. */
export function parseLogSettings({ EVENT_STORE }: SettingValues): LogSettings {
  const text = EVENT_STORE || 'sqlite';
  if (text === 'sqlite') return { driver: text };
  if (!/^(esdb|kurrentdb)\b/.test(text))
    throw new WrongSettingError(
      `EVENT_STORE is "${text}": it must be sqlite, or begin with esdb:// or kurrentdb://.`,
    );
  const fault = findConnectionStringFault(text);
  if (fault) throw new WrongSettingError(`EVENT_STORE ${fault}.`);
  return { driver: 'esdb', url: text };
}

export function parseMailSettings(values: SettingValues): MailSettings {
  const [url, from] = [readSettingValue(values, 'SMTP_URL'), readSettingValue(values, 'MAIL_FROM')];
  if (url && !from)
    throw new WrongSettingError(
      'SMTP_URL is set without MAIL_FROM. Set MAIL_FROM to the address of the sender.',
    );
  const sender = from ?? 'Archline <archline@localhost>';
  return url ? { driver: 'smtp', url, from: sender } : { driver: 'folder', from: sender };
}

export const parseKafkaBrokers = (values: SettingValues): readonly string[] =>
  readSettingValue(values, 'KAFKA_BROKERS')?.split(',') ?? [];

export function parseKafkaAccess(values: SettingValues): KafkaAccess | undefined {
  const caFile = readSettingValue(values, 'KAFKA_SSL_CA_FILE');
  const ssl = readSettingValue(values, 'KAFKA_SSL') === '1';
  if (caFile && !ssl)
    throw new WrongSettingError(
      'KAFKA_SSL_CA_FILE is set without KAFKA_SSL=1. Set KAFKA_SSL=1, or connections are not encrypted.',
    );
  const names = ['KAFKA_SASL', 'KAFKA_USERNAME', 'KAFKA_PASSWORD'] as const;
  const signIn = readSettingGroup(values, names, 'signing in to Kafka needs');
  const mechanism = saslMechanisms.find(name => name === signIn?.KAFKA_SASL);
  const sasl =
    signIn && mechanism
      ? { mechanism, username: signIn.KAFKA_USERNAME, password: signIn.KAFKA_PASSWORD }
      : undefined;
  return ssl || sasl ? { tls: ssl ? { caFile } : undefined, sasl } : undefined;
}

export function parseTrustedProxies({ TRUSTED_PROXIES }: SettingValues): readonly string[] {
  const networks = TRUSTED_PROXIES ? TRUSTED_PROXIES.split(',') : [];
  const wrong = networks.find(one => parseNetwork(one) === undefined);
  if (wrong === undefined) return networks;
  throw new WrongSettingError(
    `TRUSTED_PROXIES names "${wrong}": it must be addresses or networks, such as 10.0.0.5,172.16.0.0/12.`,
  );
}

/** Returns the settings of the object store; undefined if none is set. Some without the others are an error. */
export function parseS3Settings(values: SettingValues): S3Settings | undefined {
  const names = [
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ] as const;
  const all = readSettingGroup(values, names, 'S3 needs');
  return (
    all && {
      endpoint: all.S3_ENDPOINT,
      bucket: all.S3_BUCKET,
      region: all.S3_REGION,
      accessKeyId: all.S3_ACCESS_KEY_ID,
      secretAccessKey: all.S3_SECRET_ACCESS_KEY,
    }
  );
}
