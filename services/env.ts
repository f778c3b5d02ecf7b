/** The environment, parsed once (api.md, Running it). A wrong value stops the start with one sentence that names it. */
import { resolve } from 'node:path';
import { isNetwork } from './api/proxies.ts';
import type { S3Settings } from './s3/calls.ts';
import { withFiles } from './settings-files.ts';

/** What a process does; `--run=` names some of them, without it all run: the relay where there is a Kafka. */
export const parts = ['api', 'realtime', 'projector', 'worker', 'relay'] as const;
export type Part = (typeof parts)[number];

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Letters go to a server, or lie as files in the data folder where none is set. `from` is `Name <address>` or an address. */
export type MailSettings = { from: string } & ({ driver: 'folder' } | { driver: 'smtp'; url: string });

/** The log lies in the data folder, or on EventStoreDB's servers: `url` as its clients take it. */
export type LogSettings = { driver: 'sqlite' } | { driver: 'esdb'; url: string };

/** The drivers of translation that are built in. */
export const translators = ['glossary'] as const;

export type Env = {
  port: number;
  host: string;
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
  mail: MailSettings;
  translate: (typeof translators)[number];
  /** host:port of some of Kafka's brokers; empty where there is none. */
  kafkaBrokers: readonly string[];
  /** How long a server that is told to stop goes on answering while it says that it is not ready. */
  drainMs: number;
  /** Where traces go; undefined: none are made. */
  traces: string | undefined;
  /** Where files and the vault lie; without it in the data folder. */
  s3: S3Settings | undefined;
  /** Machines in front of this one that are believed where a request comes from: addresses, networks. */
  trustedProxies: readonly string[];
  run: ReadonlySet<Part>;
};

/** A sentence for whoever starts the program. */
export class WrongSetting extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'WrongSetting';
  }
}

const local = ['127.0.0.1', 'localhost', '::1'];

function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535)
    throw new WrongSetting(`PORT is "${text}": it must be a number from 0 (any free port) to 65535.`);
  return value;
}

const DRAIN_MOST_MS = 120_000;

function drain(text: string): number {
  const value = Number(text);
  if (!/^\d{1,6}$/.test(text) || value > DRAIN_MOST_MS)
    throw new WrongSetting(`DRAIN_MS is "${text}": it must be milliseconds, from 0 to ${DRAIN_MOST_MS}.`);
  return value;
}

function flag(name: string, text: string): boolean {
  if (text !== '0' && text !== '1') throw new WrongSetting(`${name} is "${text}": it must be 0 or 1.`);
  return text === '1';
}

function host(text: string, demo: boolean): string {
  if (text === '' || /[\s/]/.test(text))
    throw new WrongSetting(
      `HOST is "${text}": it must be an address or a name of this machine, such as 127.0.0.1.`,
    );
  if (demo && !local.includes(text))
    throw new WrongSetting(
      `HOST is "${text}", which others can reach, while the demo's accounts with their known password are on: set DEMO=0 as well.`,
    );
  return text;
}

/** The value may hold a password: one that is nearly right is not repeated. */
function eventStore(text: string): LogSettings {
  if (text === 'sqlite') return { driver: text };
  if (/^(esdb|kurrentdb)(\+discover)?:\/\/[^\s/?#]/.test(text)) return { driver: 'esdb', url: text };
  if (/^(esdb|kurrentdb)\b/.test(text))
    throw new WrongSetting(
      'EVENT_STORE is not well formed: it must be esdb:// or esdb+discover:// with a host, as in esdb://user:password@localhost:2113?tls=true.',
    );
  throw new WrongSetting(
    `EVENT_STORE is "${text}": it must be sqlite, or begin with esdb:// or kurrentdb://.`,
  );
}

/** The value may hold a password: it is not repeated. */
function redisUrl(text: string): string {
  if (/^rediss?:\/\/[^\s/]/.test(text)) return text;
  throw new WrongSetting(
    'REDIS_URL is not well formed: it must begin with redis:// or rediss:// and a host.',
  );
}

function logLevel(text: string): Env['logLevel'] {
  const level = logLevels.find(l => l === text);
  if (!level) throw new WrongSetting(`LOG_LEVEL is "${text}": it must be one of ${logLevels.join(', ')}.`);
  return level;
}

function translate(text: string): Env['translate'] {
  const name = translators.find(one => one === text);
  if (!name) throw new WrongSetting(`TRANSLATE is "${text}": it must be ${translators.join(' or ')}.`);
  return name;
}

/** The value may hold a password: it is not repeated. */
function mail({ SMTP_URL: url, MAIL_FROM: from }: Record<string, string | undefined>): MailSettings {
  const parts = url && URL.canParse(url) ? new URL(url) : undefined;
  const wellFormed = parts && /^smtps?:$/.test(parts.protocol) && parts.hostname !== '';
  if (url && !wellFormed)
    throw new WrongSetting(
      'SMTP_URL is not well formed: it must be smtp:// or smtps:// with a host, its user and password percent-encoded.',
    );
  if (from && !/^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from))
    throw new WrongSetting(
      `MAIL_FROM is "${from}": it must be an address, or a name and an address as in Archline <mail@example.org>.`,
    );
  if (url && !from)
    throw new WrongSetting('SMTP_URL is set without MAIL_FROM: set the address that letters come from.');
  const sender = from || 'Archline <archline@localhost>';
  return url ? { driver: 'smtp', url, from: sender } : { driver: 'folder', from: sender };
}

function publicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new WrongSetting(
      `PUBLIC_URL is "${text}": it must be http:// or https:// and a host, with nothing behind it.`,
    );
  return url.origin;
}

function kafkaBrokers(text: string): readonly string[] {
  if (text !== '' && !/^[^\s,:]+:\d+(,[^\s,:]+:\d+)*$/.test(text))
    throw new WrongSetting(
      'KAFKA_BROKERS is not well formed: it must be host:port, several separated by commas.',
    );
  return text === '' ? [] : text.split(',');
}

function trustedProxies(text: string): readonly string[] {
  const networks = text === '' ? [] : text.split(',');
  const wrong = networks.find(one => !isNetwork(one));
  if (wrong === undefined) return networks;
  throw new WrongSetting(
    `TRUSTED_PROXIES names "${wrong}": it must be addresses or networks, such as 10.0.0.5,172.16.0.0/12.`,
  );
}

function traces(text: string | undefined): string | undefined {
  if (text && !(URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)))
    throw new WrongSetting(
      'OTEL_EXPORTER_OTLP_ENDPOINT is not well formed: it must be http:// or https:// and a host.',
    );
  return text || undefined;
}

const s3Forms = {
  S3_ENDPOINT: { form: /^https?:\/\/[^\s/@]+\/?$/, must: 'be http:// or https:// and a host' },
  S3_BUCKET: { form: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, must: 'be the name of a bucket' },
  S3_REGION: { form: /^[a-z0-9-]+$/, must: 'be the name of a region' },
  S3_ACCESS_KEY_ID: { form: /^\S+$/, must: 'hold no space' },
  S3_SECRET_ACCESS_KEY: { form: /^\S+$/, must: 'hold no space' },
};

/** All of them or none. */
function s3(values: Record<string, string | undefined>): S3Settings | undefined {
  const set = wellFormed(values, s3Forms);
  const missing = Object.keys(s3Forms).filter(name => !set.includes(name));
  if (set.length === 0) return undefined;
  if (missing.length > 0)
    throw new WrongSetting(`${set.join(', ')} set without ${missing.join(', ')}: S3 needs all of them.`);
  const of = (name: keyof typeof s3Forms) => values[name] ?? '';
  return {
    endpoint: of('S3_ENDPOINT'),
    bucket: of('S3_BUCKET'),
    region: of('S3_REGION'),
    accessKeyId: of('S3_ACCESS_KEY_ID'),
    secretAccessKey: of('S3_SECRET_ACCESS_KEY'),
  };
}

/** Names of those that are set. */
function wellFormed(
  values: Record<string, string | undefined>,
  forms: Record<string, { form: RegExp; must: string }>,
): string[] {
  return Object.entries(forms).flatMap(([name, { form, must }]) => {
    const text = values[name];
    if (!text) return [];
    // The value itself may hold a password: it is not repeated.
    if (!form.test(text)) throw new WrongSetting(`${name} is not well formed: it must ${must}.`);
    return [name];
  });
}

function run(args: readonly string[], withRelay: boolean): ReadonlySet<Part> {
  const chosen = new Set<Part>();
  for (const arg of args) {
    const [, list] = /^--run=(.*)$/.exec(arg) ?? [];
    if (list === undefined)
      throw new WrongSetting(`"${arg}" is not understood: there is --run=${parts.join(',')}.`);
    for (const name of list.split(',')) {
      const part = parts.find(p => p === name);
      if (!part) throw new WrongSetting(`--run names "${name}": it must be some of ${parts.join(', ')}.`);
      chosen.add(part);
    }
  }
  if (chosen.has('relay') && !withRelay)
    throw new WrongSetting('--run names relay, which needs KAFKA_BROKERS: set host:port of a broker.');
  return chosen.size > 0 ? chosen : new Set(parts.filter(part => part !== 'relay' || withRelay));
}

/**
 * Reads the settings; an empty value counts as none.
 * @param given the environment; a secret may lie in a file that it names (settings-files.ts)
 * @param args what stands behind the program's name
 * @throws WrongSetting
 */
export function parseEnv(given: Record<string, string | undefined>, args: readonly string[] = []): Env {
  const values = withFiles(given, sentence => new WrongSetting(sentence));
  const demo = flag('DEMO', values.DEMO || '1');
  const brokers = kafkaBrokers(values.KAFKA_BROKERS || '');
  return {
    port: port(values.PORT || '3000'),
    host: host(values.HOST || '127.0.0.1', demo),
    publicUrl: publicUrl(values.PUBLIC_URL || `http://127.0.0.1:${values.PORT || '3000'}`),
    mail: mail(values),
    translate: translate(values.TRANSLATE || 'glossary'),
    dataDir: resolve(values.DATA_DIR || './data'),
    demo,
    drainMs: drain(values.DRAIN_MS || '0'),
    eventStore: eventStore(values.EVENT_STORE || 'sqlite'),
    redisUrl: values.REDIS_URL ? redisUrl(values.REDIS_URL) : undefined,
    secretFile: values.SECRET_FILE || undefined,
    snapshotDir: values.SNAPSHOT_DIR ? resolve(values.SNAPSHOT_DIR) : undefined,
    backupDir: values.BACKUP_DIR ? resolve(values.BACKUP_DIR) : undefined,
    logLevel: logLevel(values.LOG_LEVEL || 'info'),
    kafkaBrokers: brokers,
    run: run(args, brokers.length > 0),
    traces: traces(values.OTEL_EXPORTER_OTLP_ENDPOINT),
    s3: s3(values),
    trustedProxies: trustedProxies(values.TRUSTED_PROXIES || ''),
  };
}
