/** The environment, parsed once (api.md, Running it). A wrong value stops the start with one sentence that names it. */
import { resolve } from 'node:path';
import type { BackgroundPriority } from '../childProcess/background.ts';
import type { S3Settings } from '../s3/call-retrier.ts';
import { parseRunParts, type ServerPart } from './run-parts.ts';
import { withSecretFiles } from './secret-files.ts';
import {
  type KafkaAccess,
  type LogSettings,
  type MailSettings,
  parseKafkaAccess,
  parseKafkaBrokers,
  parseLogSettings,
  parseMailSettings,
  parseS3Settings,
  parseTrustedProxies,
} from './servers.ts';
import {
  isLocalHost,
  type logLevels,
  readSettingValue,
  type SettingName,
  type SettingValues,
  settingsWithTrialDefaults,
  type translatorNames,
  WrongSettingError,
} from './settings-table.ts';
import { parseSmsSettings, type SmsSettings } from './sms.ts';

export type Env = {
  port: number;
  /** True if PORT is set. Only the API uses the default port. */
  portGiven: boolean;
  host: string;
  /** Port that answers only /metrics. If undefined, `port` answers it, but only if `host` is a loopback address. */
  metricsPort: number | undefined;
  /** Absolute path of the data folder. */
  dataDir: string;
  demo: boolean;
  /** Days for which the audit shows entries and keeps ranges of addresses. */
  auditDays: number;
  /** Keeps tables for the analysts' questions. */
  analysis: boolean;
  /** Questions in SQL that run at the same time. Undefined: one less than the machine has cores. */
  questionsAtOnce: number | undefined;
  /** Priority of processes for questions, tables, exports and pictures. */
  backgroundPriority: BackgroundPriority;
  /** Smallest count that reports show in cells that are split by sealed facts. */
  smallestCell: number;
  /** Other versions with which Admins may compare: names and absolute folders. */
  whatIfVersions: readonly { name: string; folder: string }[];
  /** True if Admins and the staff of laboratories must have a second factor. */
  staffSecondFactor: boolean;
  eventStore: LogSettings;
  /** Redis through which several nodes share presence. */
  redisUrl: string | undefined;
  secretFile: string | undefined;
  /** Absolute folder where nodes store encrypted row snapshots for new nodes. */
  snapshotDir: string | undefined;
  /** Absolute folder of backups. */
  backupDir: string | undefined;
  logLevel: (typeof logLevels)[number];
  /** Prefix of links in mails, without a trailing slash. */
  publicUrl: string;
  /** Telephone number of the service desk, if any. */
  supportPhone: string | undefined;
  /** Allows providers of single sign-on in private networks. */
  privateProviders: boolean;
  mail: MailSettings;
  sms: SmsSettings;
  /** Maximum number of text messages of the installation in an hour. */
  smsPerHour: number;
  translate: (typeof translatorNames)[number];
  /** host:port of some of Kafka's brokers; empty without Kafka. */
  kafkaBrokers: readonly string[];
  /** Encryption and credentials for the brokers; undefined for neither. */
  kafkaAccess: KafkaAccess | undefined;
  /** Time, in ms, for which a stopping server still answers while it reports that it is not ready. */
  drainMs: number;
  /** Time, in ms, for which a start waits for unavailable servers. */
  startWaitMs: number;
  /** Address of the collector of traces; undefined for no tracing. */
  traces: string | undefined;
  /** Object store of files and the vault; undefined if they are in the data folder. */
  s3: S3Settings | undefined;
  /** Trusted proxies in front of this server: addresses or networks. */
  trustedProxies: readonly string[];
  run: ReadonlySet<ServerPart>;
  /** Settings that a real installation needs and that are unset. */
  unset: readonly SettingName[];
};

/** Three years, in days. */
export const DEFAULT_AUDIT_DAYS = 1096;
/** Smallest count of cases that is shown, because smaller counts could reveal single patients. */
export const DEFAULT_SMALLEST_COUNT = 5;
/** Wait, in ms, for servers that were switched on together with this one. */
const START_WAIT_MS = 60_000;
/**
 * Enough for several hundred people who register or forget a password in an hour, while a stranger can cause only a
 * small bill.
 */
const SMS_PER_HOUR = 300;

function host(text: string, demo: boolean): string {
  if (demo && !isLocalHost(text))
    throw new WrongSettingError(
      `HOST is "${text}", which other machines can reach, but the demo's accounts have a public password. Set DEMO=0 too.`,
    );
  return text;
}

function metricsPort(text: string | undefined, port: string): number | undefined {
  if (text !== undefined && Number(text) === Number(port))
    throw new WrongSettingError(
      'METRICS_PORT is the same as PORT. Set it to a port that no balancer exposes.',
    );
  return text === undefined ? undefined : Number(text);
}

/** Reads `name=folder,name=folder`. */
const namedFolders = (text: string | undefined): Env['whatIfVersions'] =>
  (text?.split(',') ?? []).map(pair => {
    const [name = '', folder = ''] = pair.split('=');
    return { name, folder: resolve(folder) };
  });

/**
 * Parses the settings. An empty value counts as unset.
 * @param given the environment, which may name files with secrets (settings/secret-files.ts)
 * @param args command-line arguments
 * @throws WrongSettingError
 */
export function parseEnv(given: SettingValues, args: readonly string[] = []): Env {
  const values = withSecretFiles(given);
  const of = (name: Parameters<typeof readSettingValue>[1]) => readSettingValue(values, name);
  const folder = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
  const port = of('PORT') ?? '3000';
  const demo = of('DEMO') !== '0';
  const brokers = parseKafkaBrokers(values);
  const questions = of('ANALYSIS_QUESTIONS');
  const s3 = parseS3Settings(values);
  return {
    port: Number(port),
    portGiven: of('PORT') !== undefined,
    host: host(of('HOST') ?? '127.0.0.1', demo),
    metricsPort: metricsPort(of('METRICS_PORT'), port),
    publicUrl: new URL(of('PUBLIC_URL') ?? `http://127.0.0.1:${port}`).origin,
    supportPhone: of('SUPPORT_PHONE'),
    privateProviders: of('SSO_PRIVATE_NETWORKS') === '1',
    mail: parseMailSettings(values),
    sms: parseSmsSettings(values, demo),
    smsPerHour: Number(of('SMS_PER_HOUR') ?? SMS_PER_HOUR),
    // Boundary: the table has checked the name; the same is true of the log level.
    translate: (of('TRANSLATE') ?? 'glossary') as Env['translate'],
    dataDir: resolve(of('DATA_DIR') ?? './data'),
    demo,
    auditDays: Number(of('AUDIT_DAYS') ?? DEFAULT_AUDIT_DAYS),
    analysis: of('ANALYSIS') !== '0',
    questionsAtOnce: questions === undefined ? undefined : Number(questions),
    // Boundary: the table has checked the name.
    backgroundPriority: (of('BACKGROUND_PRIORITY') ?? 'idle') as BackgroundPriority,
    smallestCell: Number(of('ANALYSIS_K') ?? DEFAULT_SMALLEST_COUNT),
    whatIfVersions: namedFolders(of('WHATIF_VERSIONS')),
    staffSecondFactor: (of('STAFF_SECOND_FACTOR') ?? (demo ? '0' : '1')) === '1',
    drainMs: Number(of('DRAIN_MS') ?? 0),
    startWaitMs: Number(of('START_WAIT_MS') ?? START_WAIT_MS),
    eventStore: parseLogSettings(values),
    redisUrl: of('REDIS_URL'),
    secretFile: of('SECRET_FILE'),
    snapshotDir: folder(of('SNAPSHOT_DIR')),
    backupDir: folder(of('BACKUP_DIR')),
    logLevel: (of('LOG_LEVEL') ?? 'info') as Env['logLevel'],
    kafkaBrokers: brokers,
    kafkaAccess: parseKafkaAccess(values),
    run: parseRunParts(args, { relay: brokers.length > 0, bucket: s3 !== undefined }),
    traces: of('OTEL_EXPORTER_OTLP_ENDPOINT'),
    s3,
    trustedProxies: parseTrustedProxies(values),
    unset: settingsWithTrialDefaults.filter(name => !values[name]),
  };
}
