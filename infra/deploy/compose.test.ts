/** The compose file as Docker itself reads it, and that what it sets is what the program knows. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { parseEnv } from '#services/env.ts';
import { ran } from '../servers/installed.ts';
import { clusterSettings, knownSettings } from './settings.ts';
import { toolHere, tools } from './tools.ts';

type Service = {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  secrets?: { source: string; target: string }[];
  volumes?: { type: string; source: string; target: string }[];
  networks?: Record<string, { ipv4_address?: string } | null>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period?: string;
  ports?: { host_ip?: string; published: string }[];
};
type Compose = { services: Record<string, Service>; secrets: Record<string, { file: string }> };

const here = import.meta.dirname;
const file = readFileSync(join(here, 'compose.yaml'), 'utf8');
const dir = mkdtempSync(join(tmpdir(), 'archline-compose-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** Names of ours: those that run the program. */
const ours = ['node1', 'node2', 'worker', 'relay'];

describe.runIf(await toolHere(tools.compose))('as Docker reads it', () => {
  let compose: Compose;
  const service = (name: string) => compose.services[name] ?? {};
  beforeAll(async () => {
    // The reader knows no .env: what has to be set stands in for itself.
    const given = join(dir, 'compose.yaml');
    writeFileSync(given, file.replace(/\$\{(\w+):\?[^}]*\}/g, 'given'));
    compose = JSON.parse(
      await ran(await tools.compose.get(), ['-no-path-resolution', '-format', 'json', given]),
    );
  });

  it('is well formed, and each of its services comes with a version', () => {
    const images = Object.values(compose.services).map(({ image }) => image ?? '');
    expect(images.length).toBeGreaterThan(12);
    expect(images.filter(image => !/:v?\d+\.\d+/.test(image))).toEqual([]);
  });

  it('waits for whom it needs, by their health', () => {
    const waited = Object.values(compose.services).flatMap(({ depends_on = {} }) =>
      Object.entries(depends_on).filter(([, { condition }]) => condition === 'service_healthy'),
    );
    expect(waited.length).toBeGreaterThan(15);
    // Nodes, worker and relay are asked by the image's own HEALTHCHECK.
    const silent = waited
      .map(([name]) => name)
      .filter(name => !service(name).healthcheck && !ours.includes(name));
    expect(silent).toEqual([]);
  });

  it.each(ours)('%s sets only what the program knows, all that a cluster needs, and starts with it', name => {
    const { environment = {}, command = [] } = service(name);
    expect(Object.keys(environment).filter(key => !knownSettings.has(key))).toEqual([]);
    const needed = clusterSettings.filter(key => name === 'relay' || key !== 'KAFKA_BROKERS');
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

  it.each(ours)('%s may write nothing but its data, has no rights, and is given the time to leave', name => {
    const { read_only, cap_drop, stop_grace_period = '', environment = {} } = service(name);
    expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
    const seconds = Number(stop_grace_period.replace(/s$/, ''));
    expect(seconds * 1000).toBeGreaterThan(Number(environment.DRAIN_MS) + 30_000);
  });

  it('lets nobody reach a node but the balancer, which alone is believed', () => {
    const open = Object.entries(compose.services).filter(([, { ports = [] }]) => ports.some(p => !p.host_ip));
    expect(open.map(([name]) => name)).toEqual(['balancer']);
    const address = service('balancer').networks?.edge?.ipv4_address;
    for (const name of ours) expect(service(name).environment?.TRUSTED_PROXIES).toBe(address);
  });

  it('is given every secret that it names by secrets.ts', () => {
    const maker = readFileSync(join(here, 'secrets.ts'), 'utf8');
    const named = Object.values(compose.secrets).map(({ file }) => file.split('/').at(-1) ?? '');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(name => !maker.includes(`kept('${name}'`))).toEqual([]);
    const wanted = [...file.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name ?? '');
    expect(wanted.filter(name => !maker.includes(`\`${name}=`))).toEqual([]);
  });
});

/** What a secret's file would hold: the program is asked whether it takes it. */
function stoodIn(key: string): string {
  if (key === 'SECRET_FILE') return '/run/secrets/archline-secret';
  const text: Record<string, string> = {
    EVENT_STORE_FILE: 'esdb://admin:geheim@172.30.240.11:2113?tls=true&tlsCAFile=/authority/ca.crt',
    REDIS_URL_FILE: 'redis://:geheim@redis:6379',
  };
  const at = join(dir, key);
  writeFileSync(at, text[key] ?? 'geheim');
  return at;
}

test('the servers of the log find each other', () => {
  const seeds = [...file.matchAll(/GOSSIP_SEED: (.*)/g)].map(([, list]) => list);
  expect(seeds).toHaveLength(3);
});
