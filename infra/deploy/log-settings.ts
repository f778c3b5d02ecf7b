/**
 * Settings that the log's servers accept from the compose files: which versions know a setting, which values
 * they accept, and the source file that says so. A server does not start with an unknown setting.
 */

/** A version of the log's server. */
export type LogServerVersion = {
  name: string;
  /** Tag of the server’s source code from which these settings were read. */
  tag: string;
  /** Prefixes of the environment variables that the version reads. */
  prefixes: readonly string[];
};

const eventStoreDb: readonly LogServerVersion[] = [
  { name: 'EventStoreDB 23.10', tag: 'oss-v23.10.8', prefixes: ['EVENTSTORE'] },
  { name: 'EventStoreDB 24.10', tag: 'v24.10.14', prefixes: ['EVENTSTORE'] },
];
/** Versions that also read the older prefix, with a warning (`EventStoreEnvironmentVariables.cs`). */
const kurrentDb: readonly LogServerVersion[] = [
  { name: 'KurrentDB 25.1', tag: 'v25.1.4', prefixes: ['EVENTSTORE', 'KURRENTDB'] },
  { name: 'KurrentDB 26.0', tag: 'v26.0.3', prefixes: ['EVENTSTORE', 'KURRENTDB'] },
  { name: 'KurrentDB 26.1', tag: 'v26.1.0', prefixes: ['EVENTSTORE', 'KURRENTDB'] },
];
const all = [...eventStoreDb, ...kurrentDb];
export const logServerVersions = { all, eventStoreDb, kurrentDb };

/** Valid values of a setting, as a description and as a predicate. */
type Form = { takes: string; fits(value: string): boolean };

const form = (takes: string, pattern: RegExp): Form => ({ takes, fits: value => pattern.test(value) });
const whole = (least: number, most: number): Form => ({
  takes: `a whole number from ${least} to ${most}`,
  fits: value => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most,
});
const flag = form('true or false', /^(?:true|false)$/i);
const text = form('some text', /./);
/** An absolute path; the servers do not expand `~`. */
const path = form('an absolute path', /^\//);
const address = form('an IPv4 address', /^\d{1,3}(?:\.\d{1,3}){3}$/);
/** Endpoints; an empty list is valid. */
const endpoints = form('host:port, separated by commas', /^(?:[\w.-]+:\d+(?:,[\w.-]+:\d+)*)?$/);
const hexPercent = form('a percentage, in hexadecimal', /^(?:[1-9A-F]|[1-5][0-9A-F]|6[0-4])$/i);
const projections = form('None, System or All', /^(?:none|system|all)$/i);

const MiB = 1024 * 1024;
/** Largest signed 32-bit integer. */
const INT = 2 ** 31 - 1;
/** Upper bound for 64-bit settings: the largest integer that JavaScript represents exactly (2^53 − 1). */
const LONG = Number.MAX_SAFE_INTEGER;
/** Maximum data of a 16 MiB record, minus its overhead (`TFConsts.EffectiveMaxLogRecordSize`). */
export const MAX_RECORD_DATA_BYTES = 16 * MiB - 10_000;

const options = 'ClusterVNodeOptions.cs';
const validator = 'ClusterVNodeOptionsValidator.cs';
const environmentOnly = `${options} (EnvironmentOnly)`;

type Setting = {
  /** Name of the setting without a prefix. */
  name: string;
  of: readonly LogServerVersion[];
  form: Form;
  source: string;
  /** Error message of the server for a refused value. */
  says: string | undefined;
};
type Row = readonly [
  name: string,
  of: readonly LogServerVersion[],
  form: Form,
  source: string,
  says?: string,
];

const most = (bytes: number, name: string) => `${name} exceeded ${bytes} bytes.`;

/**
 * Unsafe settings (`INSECURE`, `MEM_DB`, `UNSAFE_…`) are left out on purpose, so that using one fails the
 * test.
 */
const rows: readonly Row[] = [
  ['CLUSTER_SIZE', all, whole(1, INT), validator, 'ClusterSize must be greater than 0.'],
  ['DISCOVER_VIA_DNS', all, flag, options],
  ['GOSSIP_SEED', all, endpoints, 'TypeConverters.cs'],
  ['REPLICATION_IP', all, address, options],
  ['RUN_PROJECTIONS', all, projections, 'ProjectionType.cs'],
  ['DB', all, path, validator],
  ['TRUSTED_ROOT_CERTIFICATES_PATH', all, path, options],
  ['CERTIFICATE_FILE', all, path, options],
  ['CERTIFICATE_PRIVATE_KEY_FILE', all, path, options],
  ['DEFAULT_ADMIN_PASSWORD', all, text, environmentOnly],
  ['DEFAULT_OPS_PASSWORD', all, text, environmentOnly],
  ['TELEMETRY_OPTOUT', all, flag, environmentOnly],
  ['DISABLE_LOG_FILE', eventStoreDb, flag, options],
  ['DISABLE_LOG_FILE', kurrentDb, flag, 'LoggingOptions.cs'],
  ['STREAM_INFO_CACHE_CAPACITY', all, whole(0, INT), options],
  ['CHUNKS_CACHE_SIZE', all, whole(0, LONG), 'TFChunkDbConfig.cs'],
  ['STREAM_EXISTENCE_FILTER_SIZE', all, whole(10_000, 4_000_000_000), 'BloomFilterAccessor.cs'],
  ['WRITE_TIMEOUT_MS', all, whole(1, INT), options],
  [
    'MAX_APPEND_SIZE',
    eventStoreDb,
    whole(1, MAX_RECORD_DATA_BYTES),
    validator,
    most(MAX_RECORD_DATA_BYTES, 'MaxAppendSize'),
  ],
  ['MAX_APPEND_SIZE', kurrentDb, whole(1, 256 * MiB), validator, most(256 * MiB, 'MaxAppendSize')],
  ['MAX_APPEND_EVENT_SIZE', kurrentDb, whole(1, 16 * MiB), validator, most(16 * MiB, 'MaxAppendEventSize')],
  ['SECONDARY_INDEXING__ENABLED', kurrentDb, flag, 'SecondaryIndexingPlugin.cs'],
];

/** Settings of .NET, which runs the servers. Trap: .NET parses these numbers as hexadecimal. */
const runtime: readonly Row[] = [
  ['DOTNET_GCHeapHardLimitPercent', all, hexPercent, 'best-practices.md of KurrentDB 25.1'],
  ['DOTNET_gcServer', all, form('0 or 1', /^[01]$/), 'db-config.md of KurrentDB 25.1'],
];

const settingOf = ([name, of, form, source, says]: Row): Setting => ({ name, of, form, source, says });
export const logServerSettings = rows.map(settingOf);
const ofRuntime = runtime.map(settingOf);

type Given = ReadonlyMap<string, string>;

/** Combinations of settings that a server refuses. */
const clashes: readonly { of: readonly LogServerVersion[]; found(given: Given): boolean; says: string }[] = [
  {
    of: all,
    found: given => given.get('CLUSTER_SIZE') === '1' && given.get('GOSSIP_SEED')?.includes(',') === true,
    says: 'The given ClusterSize is set to 1 but GossipSeeds are multiple.',
  },
  {
    of: kurrentDb,
    found: given => Number(given.get('MAX_APPEND_EVENT_SIZE')) > Number(given.get('MAX_APPEND_SIZE')),
    says: 'MaxAppendEventSize must be less than or equal to MaxAppendSize.',
  },
];

/** Variable name without prefix; undefined if the version does not read that prefix. */
const nameFor = ({ prefixes }: LogServerVersion, variable: string): string | undefined =>
  prefixes
    .filter(prefix => variable.startsWith(`${prefix}_`))
    .map(prefix => variable.slice(prefix.length + 1))[0];

function faultIn(version: LogServerVersion, variable: string, value: string): string | undefined {
  const dotnet = ofRuntime.find(({ name }) => name === variable);
  const name = nameFor(version, variable);
  const setting = dotnet ?? logServerSettings.find(one => one.name === name && one.of.includes(version));
  if (!setting) return `${variable} is unknown to the server, or missing from this table`;
  if (setting.form.fits(value)) return undefined;
  const { form, says } = setting;
  return `${variable} is ${value} but must be ${form.takes}${says ? ` (“${says}”)` : ''}`;
}

/**
 * Returns an error message for each setting that one of the servers refuses.
 * @param environment variables with their prefix, such as `EVENTSTORE_CLUSTER_SIZE`
 */
export function listSettingErrors(
  servers: readonly LogServerVersion[],
  environment: Readonly<Record<string, string>>,
): string[] {
  const refusing = new Map<string, string[]>();
  for (const version of servers) {
    const variables = Object.entries(environment);
    const given = new Map(variables.map(([name, value]) => [nameFor(version, name) ?? name, value]));
    const faults = [
      ...variables.map(([variable, value]) => faultIn(version, variable, value)),
      ...clashes
        .filter(({ of, found }) => of.includes(version) && found(given))
        .map(({ says }) => `“${says}”`),
    ];
    for (const fault of faults)
      if (fault !== undefined) refusing.set(fault, [...(refusing.get(fault) ?? []), version.name]);
  }
  return [...refusing].map(([fault, names]) => `${names.join(', ')}: ${fault}`);
}
