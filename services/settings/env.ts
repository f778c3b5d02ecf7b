/** The environment, parsed once (api.md, Running it). A wrong value stops the start with one sentence that names it. */
import { resolve } from 'node:path';
import type { S3Settings } from '../s3/calls.ts';
import { withFiles } from './files.ts';
import { type Part, run } from './run.ts';
import {
  type KafkaAccess,
  kafkaAccess,
  kafkaBrokers,
  type LogSettings,
  logSettings,
  type MailSettings,
  mailSettings,
  s3Settings,
  trustedProxies,
} from './servers.ts';
import { isLocal, type logLevels, setting, type translators, type Values, WrongSetting } from './table.ts';

export type Env = {
  port: number;
  /** False: the port is the default one, where only the API listens. */
  portGiven: boolean;
  host: string;
  /** Port that answers /metrics alone. Undefined: `port` answers it, if `host` is a loopback address. */
  metricsPort: number | undefined;
  /** Absolute. */
  dataDir: string;
  demo: boolean;
  eventStore: LogSettings;
  /** Over it several nodes hear each other. */
  redisUrl: string | undefined;
  secretFile: string | undefined;
  /** Where nodes leave their rows, sealed, for nodes that have none; absolute. */
  snapshotDir: string | undefined;
  /** Absolute: where backups lie. */
  backupDir: string | undefined;
  logLevel: (typeof logLevels)[number];
  /** What stands before every path in a letter; no slash at its end. */
  publicUrl: string;
  /** Telephone number of the service desk; undefined where it has none. */
  supportPhone: string | undefined;
  mail: MailSettings;
  translate: (typeof translators)[number];
  /** host:port of some of Kafka's brokers; empty where there is none. */
  kafkaBrokers: readonly string[];
  /** How they are reached; undefined: neither encrypted nor signed in. */
  kafkaAccess: KafkaAccess | undefined;
  /** How long a server that is told to stop goes on answering while it says that it is not ready. */
  drainMs: number;
  /** How long a start waits for servers that do not answer. */
  startWaitMs: number;
  /** Where traces go; undefined: none are made. */
  traces: string | undefined;
  /** Where files and the vault lie; without it in the data folder. */
  s3: S3Settings | undefined;
  /** Machines in front of this one that are believed where a request comes from: addresses, networks. */
  trustedProxies: readonly string[];
  run: ReadonlySet<Part>;
};

/** As long as servers take that were switched on together with this one. */
const START_WAIT_MS = 60_000;

function host(text: string, demo: boolean): string {
  if (demo && !isLocal(text))
    throw new WrongSetting(
      `HOST is "${text}", which others can reach, while the demo's accounts with their known password are on: set DEMO=0 as well.`,
    );
  return text;
}

function metricsPort(text: string | undefined, port: string): number | undefined {
  if (text !== undefined && Number(text) === Number(port))
    throw new WrongSetting('METRICS_PORT is the same as PORT: set a port that no balancer leads to.');
  return text === undefined ? undefined : Number(text);
}

/**
 * Reads the settings; an empty value counts as none.
 * @param given the environment; a secret may lie in a file that it names (settings/files.ts)
 * @param args what stands behind the program's name
 * @throws WrongSetting
 */
export function parseEnv(given: Values, args: readonly string[] = []): Env {
  const values = withFiles(given);
  const of = (name: Parameters<typeof setting>[1]) => setting(values, name);
  const folder = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
  const port = of('PORT') ?? '3000';
  const demo = of('DEMO') !== '0';
  const brokers = kafkaBrokers(values);
  return {
    port: Number(port),
    portGiven: of('PORT') !== undefined,
    host: host(of('HOST') ?? '127.0.0.1', demo),
    metricsPort: metricsPort(of('METRICS_PORT'), port),
    publicUrl: new URL(of('PUBLIC_URL') ?? `http://127.0.0.1:${port}`).origin,
    supportPhone: of('SUPPORT_PHONE'),
    mail: mailSettings(values),
    // The boundary, here and at the level: the table has looked at the name.
    translate: (of('TRANSLATE') ?? 'glossary') as Env['translate'],
    dataDir: resolve(of('DATA_DIR') ?? './data'),
    demo,
    drainMs: Number(of('DRAIN_MS') ?? 0),
    startWaitMs: Number(of('START_WAIT_MS') ?? START_WAIT_MS),
    eventStore: logSettings(values),
    redisUrl: of('REDIS_URL'),
    secretFile: of('SECRET_FILE'),
    snapshotDir: folder(of('SNAPSHOT_DIR')),
    backupDir: folder(of('BACKUP_DIR')),
    logLevel: (of('LOG_LEVEL') ?? 'info') as Env['logLevel'],
    kafkaBrokers: brokers,
    kafkaAccess: kafkaAccess(values),
    run: run(args, brokers.length > 0),
    traces: of('OTEL_EXPORTER_OTLP_ENDPOINT'),
    s3: s3Settings(values),
    trustedProxies: trustedProxies(values),
  };
}
