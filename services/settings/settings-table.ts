/** All settings by name: the allowed values, and the end of the sentence about a wrong value. */
import { backgroundPriorities } from '../childProcess/background.ts';

const local = ['127.0.0.1', 'localhost', '::1'];
/** Addresses that only this machine reaches. */
export const isLocalHost = (host: string): boolean => local.includes(host);

/** A wrong setting. The message is a sentence for the person who starts the program. */
export class WrongSettingError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'WrongSettingError';
  }
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** Names of the built-in translation drivers. */
export const translatorNames = ['glossary'] as const;
/** Ways to send text messages. */
export const smsDrivers = ['aliyun', 'tencent', 'twilio', 'demo'] as const;
/** Authentication mechanisms of the relay at Kafka. */
export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** Minimum days of retention: China's Cybersecurity Law requires that network logs are kept for at least six months. */
const AUDIT_LEAST_DAYS = 184;
const ANALYSIS_LEAST_K = 3;
const ANALYSIS_MOST_K = 20;
/** Maximum number of concurrent questions; a node takes as many (analysis/ask.ts). */
const ANALYSIS_MOST_QUESTIONS = 4;
const AUDIT_MOST_DAYS = 36_500;
const SMS_MOST = 100_000;
const DRAIN_MOST_MS = 120_000;
const START_WAIT_MOST_MS = 600_000;

type Setting = {
  form: RegExp | ((text: string) => boolean);
  must: string;
  /** True if the error may quote the value, because the value cannot contain a password. */
  repeated?: true;
};

const oneOf = (names: readonly string[]) => (text: string) => names.includes(text);
const upTo = (most: number) => (text: string) => /^\d{1,6}$/.test(text) && Number(text) <= most;
const urlOf = (protocols: RegExp) => (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && protocols.test(url.protocol) && url.hostname !== '';
};
const isOrigin = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return !!url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
};

/** `next=/srv/archline-next,…` */
const namedFolders = /^[\w.-]{1,40}=[^,=]+(?:,[\w.-]{1,40}=[^,=]+)*$/;

const flag: Setting = { form: /^[01]$/, must: 'be 0 or 1', repeated: true };
const word: Setting = { form: /^\S+$/, must: 'contain no spaces' };
const path: Setting = { form: /./, must: 'be a path' };

const settings = {
  PORT: { form: upTo(65_535), must: 'be a number from 0 (any free port) to 65535', repeated: true },
  HOST: {
    form: /^[^\s/]+$/,
    must: 'be an address or host name of this machine, such as 127.0.0.1',
    repeated: true,
  },
  METRICS_PORT: {
    form: text => upTo(65_535)(text) && Number(text) > 0,
    must: 'be a number from 1 to 65535',
    repeated: true,
  },
  DEMO: flag,
  ANALYSIS: flag,
  ANALYSIS_K: {
    form: text => upTo(ANALYSIS_MOST_K)(text) && Number(text) >= ANALYSIS_LEAST_K,
    must: `be a number of cases from ${ANALYSIS_LEAST_K} to ${ANALYSIS_MOST_K}`,
    repeated: true,
  },
  ANALYSIS_QUESTIONS: {
    form: text => upTo(ANALYSIS_MOST_QUESTIONS)(text) && Number(text) > 0,
    must: `be a number of questions from 1 to ${ANALYSIS_MOST_QUESTIONS}`,
    repeated: true,
  },
  BACKGROUND_PRIORITY: {
    form: oneOf(backgroundPriorities),
    must: `be ${backgroundPriorities.join(' or ')}`,
    repeated: true,
  },
  WHATIF_VERSIONS: {
    form: namedFolders,
    must: 'be name=folder, or several of them separated by commas',
    repeated: true,
  },
  AUDIT_DAYS: {
    form: text => upTo(AUDIT_MOST_DAYS)(text) && Number(text) >= AUDIT_LEAST_DAYS,
    must: `be a number of days from ${AUDIT_LEAST_DAYS} to ${AUDIT_MOST_DAYS}`,
    repeated: true,
  },
  STAFF_SECOND_FACTOR: flag,
  DATA_DIR: path,
  SECRET_FILE: path,
  SNAPSHOT_DIR: path,
  BACKUP_DIR: path,
  DRAIN_MS: {
    form: upTo(DRAIN_MOST_MS),
    must: `be a number of milliseconds from 0 to ${DRAIN_MOST_MS}`,
    repeated: true,
  },
  START_WAIT_MS: {
    form: upTo(START_WAIT_MOST_MS),
    must: `be a number of milliseconds from 0 to ${START_WAIT_MOST_MS}`,
    repeated: true,
  },
  LOG_LEVEL: { form: oneOf(logLevels), must: `be one of ${logLevels.join(', ')}`, repeated: true },
  PUBLIC_URL: {
    form: isOrigin,
    must: 'be http:// or https:// and a host, without a path',
    repeated: true,
  },
  SUPPORT_PHONE: {
    form: /^\+?[0-9][0-9 ()-]{4,30}$/,
    must: 'be a telephone number of digits, spaces, hyphens and brackets',
    repeated: true,
  },
  SSO_PRIVATE_NETWORKS: flag,
  TRANSLATE: { form: oneOf(translatorNames), must: `be ${translatorNames.join(' or ')}`, repeated: true },
  SMTP_URL: {
    form: urlOf(/^smtps?:$/),
    must: 'be smtp:// or smtps:// with a host, its user and password percent-encoded',
  },
  MAIL_FROM: {
    form: /^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    must: 'be an address, or a name and an address such as Archline <mail@example.org>',
    repeated: true,
  },
  SMS: { form: oneOf(smsDrivers), must: `be one of ${smsDrivers.join(', ')}`, repeated: true },
  SMS_PER_HOUR: { form: upTo(SMS_MOST), must: `be a number from 0 to ${SMS_MOST}`, repeated: true },
  SMS_KEY_ID: word,
  SMS_KEY_SECRET: word,
  SMS_SIGN_NAME: {
    form: /^[^\r\n]{1,40}$/,
    must: 'be the approved signature, without brackets',
    repeated: true,
  },
  SMS_APP_ID: { form: /^\d+$/, must: 'be the SdkAppId, a number', repeated: true },
  SMS_FROM: {
    form: /^(?:\+\d{7,15}|MG[0-9a-f]{32})$/,
    must: 'be a number such as +15005550006, or the SID of a messaging service (MG…)',
    repeated: true,
  },
  SMS_TEMPLATE_CODE: word,
  SMS_TEMPLATE_INVITATION: word,
  SMS_TEMPLATE_PASSWORD_CHANGED: word,
  REDIS_URL: { form: /^rediss?:\/\/[^\s/]/, must: 'begin with redis:// or rediss:// and a host' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { form: urlOf(/^https?:$/), must: 'be http:// or https:// and a host' },
  KAFKA_BROKERS: {
    form: /^[^\s,:]+:\d+(,[^\s,:]+:\d+)*$/,
    must: 'be host:port, or several of them separated by commas',
  },
  KAFKA_SSL: flag,
  KAFKA_SSL_CA_FILE: path,
  KAFKA_SASL: { form: oneOf(saslMechanisms), must: `be one of ${saslMechanisms.join(', ')}` },
  KAFKA_USERNAME: word,
  KAFKA_PASSWORD: word,
  S3_ENDPOINT: { form: /^https?:\/\/[^\s/@]+\/?$/, must: 'be http:// or https:// and a host' },
  S3_BUCKET: { form: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, must: 'be the name of a bucket' },
  S3_REGION: { form: /^[a-z0-9-]+$/, must: 'be the name of a region' },
  S3_ACCESS_KEY_ID: word,
  S3_SECRET_ACCESS_KEY: word,
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

/** Settings whose defaults suit only a trial. The page of the first start names those that are unset. */
export const settingsWithTrialDefaults = [
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SMS',
  'SECRET_FILE',
  'BACKUP_DIR',
  'SUPPORT_PHONE',
] as const satisfies readonly SettingName[];

/** The environment variables. */
export type SettingValues = Record<string, string | undefined>;

const hasForm = ({ form }: Setting, text: string) =>
  typeof form === 'function' ? form(text) : form.test(text);

/** Returns the value of a setting; undefined if it is empty or unset. @throws WrongSettingError */
export function readSettingValue(values: SettingValues, name: SettingName): string | undefined {
  const text = values[name];
  if (!text) return undefined;
  const { must, repeated }: Setting = settings[name];
  if (hasForm(settings[name], text)) return text;
  throw new WrongSettingError(
    repeated ? `${name} is "${text}": it must ${must}.` : `${name} is not well formed: it must ${must}.`,
  );
}

/**
 * Returns settings that belong together; undefined if all are unset.
 * @param whose the feature that needs them, for the error
 * @throws WrongSettingError if some are missing
 */
export function readSettingGroup<Name extends SettingName>(
  values: SettingValues,
  names: readonly Name[],
  whose: string,
): Record<Name, string> | undefined {
  const set = names.flatMap(name => {
    const text = readSettingValue(values, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  if (set.length === 0) return undefined;
  const present = set.map(([name]) => name);
  const missing = names.filter(name => !present.includes(name));
  if (missing.length > 0)
    throw new WrongSettingError(
      `${present.join(', ')} set without ${missing.join(', ')}: ${whose} all of them.`,
    );
  // Cast: `readSettingGroup` has checked that none of the names is missing.
  return Object.fromEntries(set) as Record<Name, string>;
}
