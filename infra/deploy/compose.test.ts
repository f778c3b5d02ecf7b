/**
 * The compose files as Docker parses them. Checks that programs and servers accept each of their settings.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesInConnectionString } from '#services/eventstore/esdb/leader.ts';
import { parseEnv } from '#services/settings/env.ts';
import { type ComposeFile, readCompose, readComposeFileText } from './compose-reader.ts';
import { type LogServerVersion, listSettingErrors, logServerVersions } from './log-settings.ts';
import { formatLogConnectionString, makeSecrets } from './secrets.ts';
import { knownSettings, requiredClusterSettings } from './settings.ts';
import { goTools, isToolBuilt } from './tools.ts';

const here = import.meta.dirname;
const dir = mkdtempSync(join(tmpdir(), 'archline-compose-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** Compose services that run Archline. */
const program = ['node1', 'node2', 'worker', 'analysis', 'relay'];
const logIn = ({ services }: ComposeFile) => Object.keys(services).filter(name => /^esdb\d$/.test(name));

const kurrentDb26 = logServerVersions.kurrentDb.filter(({ name }) => name.startsWith('KurrentDB 26'));

type Way = {
  files: string[];
  servers: readonly LogServerVersion[];
  log: string[];
  ours: string[];
  waits: number;
};

/**
 * Supported combinations of the files. `waits` is the number of dependencies on the health of another
 * service.
 */
const ways: Way[] = [
  {
    files: ['compose.yaml'],
    servers: logServerVersions.eventStoreDb,
    log: ['esdb1', 'esdb2', 'esdb3'],
    ours: program,
    waits: 12,
  },
  {
    files: ['compose.yaml', 'compose.small.yaml'],
    servers: logServerVersions.eventStoreDb,
    log: ['esdb1'],
    ours: ['node1', 'worker'],
    waits: 5,
  },
  {
    files: ['compose.yaml', 'compose.kurrentdb.yaml'],
    servers: logServerVersions.kurrentDb,
    log: ['esdb1', 'esdb2', 'esdb3'],
    ours: program,
    waits: 12,
  },
  {
    files: ['compose.yaml', 'compose.kurrentdb.yaml', 'compose.small.yaml'],
    servers: kurrentDb26,
    log: ['esdb1'],
    ours: ['node1', 'worker'],
    waits: 5,
  },
];

describe.runIf(await isToolBuilt(goTools.compose)).each(ways)(
  '$files',
  ({ files, servers, log, ours, waits }) => {
    let compose: ComposeFile;
    const service = (name: string) => compose.services[name] ?? { environment: {} };
    beforeAll(async () => {
      compose = await readCompose(...files);
    });

    it('gives each service an image with a version', () => {
      const images = Object.values(compose.services).map(({ image }) => image ?? '');
      expect(images.length).toBeGreaterThan(10);
      expect(images.filter(image => !/:v?\d+\.\d+/.test(image))).toEqual([]);
    });

    it('waits for the health of the services that it needs', () => {
      const waited = Object.values(compose.services).flatMap(({ depends_on = {} }) =>
        Object.entries(depends_on).filter(([, { condition }]) => condition === 'service_healthy'),
      );
      expect(waited).toHaveLength(waits);
      // Nodes, worker and relay have the HEALTHCHECK of the image.
      const silent = waited
        .map(([name]) => name)
        .filter(name => !service(name).healthcheck && !ours.includes(name));
      expect(silent).toEqual([]);
      // A service that others wait for until it exits must not be restarted.
      const ending = Object.values(compose.services).flatMap(({ depends_on = {} }) =>
        Object.entries(depends_on).filter(
          ([, { condition }]) => condition === 'service_completed_successfully',
        ),
      );
      const restarted = ending.filter(([name]) => (service(name).restart ?? 'no') !== 'no');
      expect([ending.length > 0, restarted]).toEqual([true, []]);
    });

    it('runs these parts of the program and of the log, and Prometheus scrapes each part of the program', () => {
      expect(logIn(compose)).toEqual(log);
      expect(program.filter(name => name in compose.services)).toEqual(ours);
      expect('kafka' in compose.services).toBe(ours.includes('relay'));
      const config = service('prometheus').command?.[0]?.split('/').at(-1) ?? '';
      const asked = readFileSync(join(here, 'prometheus', config), 'utf8').matchAll(/(\w+):9464/g);
      expect([...asked].map(([, name]) => name)).toEqual(ours);
      expect(
        service('balancer')
          .environment.NODES?.split(' ')
          .map(node => node.replace(':3000', '')),
      ).toEqual(ours.filter(name => name.startsWith('node')));
    });

    it('gives the log’s servers no setting that one of their versions refuses', () => {
      for (const name of log) expect(listSettingErrors(servers, service(name).environment)).toEqual([]);
    });

    it('gives each server of the log a folder, a memory limit and the user that owns its files', () => {
      for (const name of log) {
        const { volumes = [], mem_limit, user, environment } = service(name);
        expect(volumes.find(({ source }) => source === name)?.target).toBe(environment.EVENTSTORE_DB);
        expect([mem_limit, user]).toEqual([expect.stringMatching(/^\d+g$/), '1000:1000']);
      }
      const made = service('certificates').volumes?.filter(({ target }) => target.startsWith('/data/'));
      expect(made?.map(({ source }) => source)).toEqual(log);
    });

    it('gives the log’s servers and the program the addresses of all servers of the log', () => {
      const addresses = log.map(name => `${service(name).networks?.core?.ipv4_address}:2113`);
      for (const [at, name] of log.entries()) {
        const { EVENTSTORE_GOSSIP_SEED: seeds = '', EVENTSTORE_CLUSTER_SIZE: size } =
          service(name).environment;
        expect([seeds, size]).toEqual([addresses.toSpliced(at, 1).join(','), String(log.length)]);
      }
      const url = formatLogConnectionString('geheim', { small: log.length === 1 });
      expect(addressesInConnectionString(url)).toEqual(addresses);
    });

    it('creates the program’s user of the log before any part of the program starts', () => {
      const { command = [], entrypoint = [], secrets = [] } = service('log-account');
      expect([entrypoint.at(-1), command[0]]).toEqual(['services/archline.ts', 'log-account']);
      expect(secrets.map(({ target }) => target)).toContain(command.at(-1));
      for (const name of ours)
        expect(service(name).depends_on?.['log-account']?.condition).toBe('service_completed_successfully');
    });

    it('declares exactly the volumes that are mounted', () => {
      const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
        volumes.filter(({ type }) => type === 'volume').map(({ source }) => source),
      );
      expect(Object.keys(compose.volumes).toSorted()).toEqual([...new Set(mounted)].toSorted());
    });

    it.each(ours)('%s sets only known settings, all that a cluster needs, and starts with them', name => {
      const { environment = {}, command = [] } = service(name);
      expect(Object.keys(environment).filter(key => !knownSettings.has(key))).toEqual([]);
      const needed = requiredClusterSettings.filter(key => name === 'relay' || key !== 'KAFKA_BROKERS');
      expect(needed.filter(key => !environment[key] && !environment[`${key}_FILE`])).toEqual([]);
      const secrets = new Map(service(name).secrets?.map(({ source, target }) => [target, source]));
      const values = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => {
          if (!key.endsWith('_FILE')) return [key, value];
          expect([...secrets.keys()]).toContain(value);
          return [key, stoodIn(key)];
        }),
      );
      expect([...parseEnv(values, command).run]).toContain(name.startsWith('node') ? 'projector' : name);
    });

    it.each(ours)('%s may write only its data, has no capabilities, and gets time to drain', name => {
      const { read_only, cap_drop, stop_grace_period = '', environment = {} } = service(name);
      expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
      const seconds = Number(stop_grace_period.replace(/s$/, ''));
      expect(seconds * 1000).toBeGreaterThan(Number(environment.DRAIN_MS) + 30_000);
    });

    it('exposes only the balancer, which is the only trusted proxy', () => {
      const open = Object.entries(compose.services).filter(([, { ports = [] }]) =>
        ports.some(p => !p.host_ip),
      );
      expect(open.map(([name]) => name)).toEqual(['balancer']);
      const address = service('balancer').networks?.edge?.ipv4_address;
      for (const name of ours) expect(service(name).environment?.TRUSTED_PROXIES).toBe(address);
    });

    it('gets every secret that it names from secrets.ts', () => {
      const at = mkdtempSync(join(dir, 'secrets-'));
      makeSecrets(at, { small: log.length === 1 });
      const named = Object.values(compose.secrets).map(({ file }) => file);
      expect(named.length).toBeGreaterThan(5);
      expect(named.filter(name => !existsSync(join(at, name)))).toEqual([]);
      const wanted = files.flatMap(name =>
        [...readComposeFileText(name).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name),
      );
      const settings = readFileSync(join(at, '.env'), 'utf8');
      expect(wanted.filter(name => !settings.includes(`\n${name}=`))).toEqual([]);
      const [, list = ''] = /^COMPOSE_FILE=(.*)$/m.exec(settings) ?? [];
      expect(list.split(':')).toEqual(files.filter(name => !name.includes('kurrentdb')));
    });
  },
);

/** Returns content for a secret's file that the program accepts. */
function stoodIn(key: string): string {
  if (key === 'SECRET_FILE') return '/run/secrets/archline-secret';
  const text: Record<string, string> = {
    EVENT_STORE_FILE: formatLogConnectionString('geheim', { small: false }),
    REDIS_URL_FILE: 'redis://:geheim@redis:6379',
  };
  const at = join(dir, key);
  writeFileSync(at, text[key] ?? 'geheim');
  return at;
}
