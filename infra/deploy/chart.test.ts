/** The chart as Helm renders it: validity against the API server's types, and requirements on each part. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseEnv } from '#services/settings/env.ts';
import { runProgram } from '../servers/server-programs.ts';
import { knownSettings, requiredClusterSettings } from './settings.ts';
import { goTools, isToolBuilt } from './tools.ts';

const chart = join(import.meta.dirname, 'chart');
const example = join(chart, 'example.yaml');

const [helmHere, typesHere] = [await isToolBuilt(goTools.helm), await isToolBuilt(goTools.manifests)];

/** Returns the rendered objects as text, by kind and name. */
async function rendered(...more: string[]): Promise<Map<string, string>> {
  const text = await runProgram(await goTools.helm.get(), [
    'template',
    'prod',
    chart,
    '-f',
    example,
    ...more,
  ]);
  const objects = text.split(/^---$/m).filter(one => /^kind: /m.test(one));
  return new Map(
    objects.map(one => [`${/^kind: (\w+)/m.exec(one)?.[1]} ${/^ {2}name: (\S+)/m.exec(one)?.[1]}`, one]),
  );
}

describe.runIf(helmHere)('the chart', () => {
  let objects: Map<string, string>;
  const set = (part: string) => objects.get(`StatefulSet prod-${part}`) ?? '';
  beforeAll(async () => {
    objects = await rendered();
  });

  it('passes helm lint', async () => {
    const said = await runProgram(await goTools.helm.get(), ['lint', chart, '--strict', '-f', example]);
    expect(said).toContain('0 chart(s) failed');
  });

  it.runIf(typesHere)(
    'renders only fields that the API server knows, with every switch on and off',
    async () => {
      const off = [
        'podMonitor=false',
        'autoscaling.enabled=false',
        'ingress.enabled=false',
        'snapshotsClaim=',
      ];
      const ways = [objects, await rendered('--set', off.join(','), '--set', 'settings.KAFKA_BROKERS=')];
      const program = await goTools.manifests.get();
      for (const way of ways) {
        const { status, stdout } = spawnSync(program, {
          input: [...way.values()].join('\n---\n'),
          encoding: 'utf8',
        });
        expect([status, stdout.split('\n').filter(line => line && !line.startsWith('ok '))]).toEqual([0, []]);
        expect(stdout.match(/^ok /gm)?.length).toBeGreaterThan(8);
      }
      const wrong = set('node').replace('minReadySeconds', 'minReadySecond');
      expect(spawnSync(program, { input: wrong }).status).toBe(1);
    },
  );

  it('sets only known settings, and all that a cluster needs', () => {
    const text = objects.get('ConfigMap prod-settings') ?? '';
    const values = Object.fromEntries(
      [...text.matchAll(/^ {2}([A-Z0-9_]+): "?(.*?)"?$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    const names = Object.keys(values);
    expect(names.filter(name => !knownSettings.has(name))).toEqual([]);
    const set = (name: string) => names.includes(name) || names.includes(`${name}_FILE`);
    expect(requiredClusterSettings.filter(name => !set(name))).toEqual(['KAFKA_BROKERS']);
    expect(objects.get('StatefulSet prod-relay')).toMatch(/name: KAFKA_BROKERS, value: "kafka-0/);
    // Settings with _FILE refer to files of the pod, so plain values replace them here.
    const plain = Object.entries(values).filter(([name]) => !name.endsWith('_FILE'));
    const secrets = {
      EVENT_STORE: 'esdb://log:2113',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
      SMTP_URL: 'smtp://m',
      SMS_KEY_ID: 'id',
      SMS_KEY_SECRET: 'secret',
    };
    const missing = Object.keys(secrets).filter(name => !names.includes(`${name}_FILE`));
    expect(missing).toEqual([]);
    const env = parseEnv({ ...Object.fromEntries(plain), ...secrets });
    expect(env.publicUrl).toBe('https://archline.example');
    expect(env.sms).toMatchObject({ driver: 'aliyun', keyId: 'id', signName: '齐列' });
  });

  it.each([
    ['node', 'api,realtime,projector'],
    ['worker', 'worker'],
    ['analysis', 'analysis'],
    ['relay', 'relay'],
  ])('runs a %s with --run=%s as an unprivileged user on a read-only file system', (part, run) => {
    const text = set(part);
    expect(text).toContain(`args: ["--run=${run}"]`);
    for (const said of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
    ])
      expect(text).toContain(said);
    expect(text).toContain('capabilities: {drop: [ALL]}');
    expect(objects.has(`PodDisruptionBudget prod-${part}`)).toBe(true);
    expect(objects.has(`NetworkPolicy prod-${part}`)).toBe(true);
  });

  it('gives a node a longer grace period than it needs, whatever DRAIN_MS is', async () => {
    const grace = (text: string) => Number(/terminationGracePeriodSeconds: (\d+)/.exec(text)?.[1]) * 1000;
    expect(grace(set('node'))).toBeGreaterThan(15_000 + 30_000);
    const later = await rendered('--set', 'settings.DRAIN_MS=120000');
    expect(grace(later.get('StatefulSet prod-node') ?? '')).toBeGreaterThan(120_000 + 30_000);
  });

  it('routes users only to nodes, and lets no other traffic in', () => {
    const way = objects.get('Service prod') ?? '';
    expect(way).toContain('app.kubernetes.io/component: node');
    const inside = (part: string) => objects.get(`NetworkPolicy prod-${part}`)?.includes('ingress-nginx');
    expect(['node', 'analysis', 'worker', 'relay'].map(inside)).toEqual([true, true, false, false]);
  });

  it('routes analysts’ calls to the process that keeps their tables, and to nodes without one', async () => {
    const paths = (all: Map<string, string>) =>
      [...(all.get('Ingress prod') ?? '').matchAll(/path: (\S+)[\s\S]*?name: ([\w-]+), port/g)].map(
        ([, path, service]) => `${path} ${service}`,
      );
    expect(paths(objects)).toEqual(['/api/analysis prod-analysis', '/api/reports prod-analysis', '/ prod']);
    expect(objects.get('Service prod-analysis')).toContain('app.kubernetes.io/component: analysis');
    const without = await rendered('--set', 'analysis.enabled=false');
    expect(paths(without)).toEqual(['/ prod']);
    expect([...without.keys()].filter(name => name.includes('analysis'))).toEqual([]);
    expect(without.get('StatefulSet prod-worker')).toContain('--run=worker,analysis');
  });

  it('has no relay without Kafka, and does not render without a host or a secret', async () => {
    const none = await rendered('--set', 'settings.KAFKA_BROKERS=');
    expect([...none.keys()].filter(name => name.includes('relay'))).toEqual([]);
    for (const name of ['host', 'secretName'])
      await expect(rendered('--set', `${name}=`)).rejects.toThrow(name);
  });

  it('requires TRUSTED_PROXIES with an Ingress, and not without one', async () => {
    const nobody = ['--set', 'settings.TRUSTED_PROXIES='];
    await expect(rendered(...nobody)).rejects.toThrow('settings.TRUSTED_PROXIES');
    const without = await rendered(...nobody, '--set', 'ingress.enabled=false');
    expect([without.has('Service prod'), without.has('Ingress prod')]).toEqual([true, false]);
  });
});
