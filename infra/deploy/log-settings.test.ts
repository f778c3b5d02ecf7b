import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_APPEND_BYTES } from '#services/eventstore/row.ts';
import { startLogCluster } from '../servers/log/cluster.ts';
import {
  listSettingErrors,
  logServerSettings,
  logServerVersions,
  MAX_RECORD_DATA_BYTES,
} from './log-settings.ts';

const namesOf = (servers: readonly { name: string }[]) => servers.map(({ name }) => name).join(', ');
const { all, eventStoreDb, kurrentDb } = logServerVersions;

/** Server versions that start with a file's settings. */
const serversOf = (file: string) => (file.includes('kurrentdb') ? kurrentDb : all);

/** Returns each setting separately, because a file configures several servers. */
const settingsIn = (text: string): Record<string, string>[] =>
  [...text.matchAll(/^\s*((?:EVENTSTORE|KURRENTDB|DOTNET)_\w+): "?([^"\n]*)"?$/gm)].map(
    ([, name = '', value = '']) => ({ [name]: value }),
  );
const refusedIn = (file: string, text: string) =>
  settingsIn(text).flatMap(setting => listSettingErrors(serversOf(file), setting));
const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

test('no compose file gives the log’s servers a setting that one of their versions refuses', () => {
  const files = globSync('*.yaml', { cwd: import.meta.dirname });
  expect(settingsIn(textOf('compose.yaml')).length).toBeGreaterThan(20);
  expect(files.flatMap(file => refusedIn(file, textOf(file)))).toEqual([]);
});

test('the check of settings finds a wrong value of one server next to valid values of others', () => {
  const wrong = textOf('compose.yaml').replace('REPLICATION_IP: 172.30.240.11', 'REPLICATION_IP: esdb1');
  expect(refusedIn('compose.yaml', wrong)).toEqual([
    `${namesOf(all)}: EVENTSTORE_REPLICATION_IP is esdb1 but must be an IPv4 address`,
  ]);
});

test('the compose files use images of log versions whose settings are known', () => {
  const tags = ['compose.yaml', 'compose.kurrentdb.yaml'].map(
    file => /(?:eventstore\/eventstore|\/kurrentdb):(\S+)/.exec(textOf(file))?.[1],
  );
  expect(all.map(({ tag }) => tag)).toEqual(expect.arrayContaining(tags.map(tag => `v${tag}`)));
});

/** Settings that stop a server at its start, observed with 23.10.8 or read in the source. */
const wrong: [settings: Record<string, string>, refused: string[]][] = [
  [
    { EVENTSTORE_MAX_APPEND_SIZE: '16777216' },
    [
      `${namesOf(eventStoreDb)}: EVENTSTORE_MAX_APPEND_SIZE is 16777216 but must be a whole number from 1 to 16767216 (“MaxAppendSize exceeded 16767216 bytes.”)`,
    ],
  ],
  [
    { EVENTSTORE_MAX_APPEND_EVENT_SIZE: '1048576' },
    [
      `${namesOf(eventStoreDb)}: EVENTSTORE_MAX_APPEND_EVENT_SIZE is unknown to the server, or missing from this table`,
    ],
  ],
  [
    { KURRENTDB_TELEMETRY_OPTOUT: 'yes' },
    [
      `${namesOf(eventStoreDb)}: KURRENTDB_TELEMETRY_OPTOUT is unknown to the server, or missing from this table`,
      `${namesOf(kurrentDb)}: KURRENTDB_TELEMETRY_OPTOUT is yes but must be true or false`,
    ],
  ],
  [
    { EVENTSTORE_CLUSTER_SIZE: '1', EVENTSTORE_GOSSIP_SEED: '10.0.0.2:2113,10.0.0.3:2113' },
    [`${namesOf(all)}: “The given ClusterSize is set to 1 but GossipSeeds are multiple.”`],
  ],
  [
    { EVENTSTORE_UNSAFE_DISABLE_FLUSH_TO_DISK: 'true' },
    [
      `${namesOf(all)}: EVENTSTORE_UNSAFE_DISABLE_FLUSH_TO_DISK is unknown to the server, or missing from this table`,
    ],
  ],
  [{ EVENTSTORE_DB: '~/log' }, [`${namesOf(all)}: EVENTSTORE_DB is ~/log but must be an absolute path`]],
  [
    { DOTNET_GCHeapHardLimitPercent: '75' },
    [`${namesOf(all)}: DOTNET_GCHeapHardLimitPercent is 75 but must be a percentage, in hexadecimal`],
  ],
];

test.each(wrong)('the check of settings refuses %j', (given, refused) => {
  expect(listSettingErrors(all, given)).toEqual(refused);
});

test('README.md states the licence of each version and whether it was tested', () => {
  const rows = readFileSync(new URL('README.md', import.meta.url), 'utf8').match(
    /^\| (?:EventStoreDB|KurrentDB) .*$/gm,
  );
  expect(rows?.map(row => row.split('|')[1]?.trim())).toEqual(all.map(({ name }) => name));
});

test('every version accepts our largest append, also with default settings', () => {
  const sizes = logServerSettings.filter(({ name }) => name.startsWith('MAX_APPEND'));
  expect(new Set(sizes.flatMap(({ of }) => of))).toEqual(new Set(all));
  for (const { form } of sizes) expect(form.fits(String(MAX_APPEND_BYTES))).toBe(true);
  expect(MAX_APPEND_BYTES).toBe(1024 * 1024);
});

test.each([
  [{ maxAppendSize: MAX_RECORD_DATA_BYTES + 1 }, 'MaxAppendSize exceeded 16767216 bytes.'],
  [{ nodes: 0 }, 'ClusterSize must be greater than 0.'],
  [{ writeTimeoutMs: -1 }, 'WRITE_TIMEOUT_MS is -1'],
])('the protocol server refuses %j as EventStoreDB 23.10 does', async (options, says) => {
  await expect(startLogCluster(options)).rejects.toThrow(says);
});

test('the protocol server starts with the most that EventStoreDB 23.10 takes', async () => {
  const server = await startLogCluster({ maxAppendSize: MAX_RECORD_DATA_BYTES });
  expect(server.ports).toHaveLength(1);
  await server.stop();
});
