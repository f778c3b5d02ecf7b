/** Dashboards and alerts must use metrics that a running server has, and Prometheus must accept them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { runProgram } from '../servers/server-programs.ts';
import { signIn } from '../testing/client.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { goTools, isToolBuilt } from './tools.ts';

const here = import.meta.dirname;
const read = (name: string) => readFileSync(join(here, 'prometheus', name), 'utf8');
const alerts = read('alerts.yml') + read('relay-alerts.yml');
const dashboards = join(here, 'grafana', 'dashboards');

type Panel = {
  title: string;
  gridPos: { x: number; y: number };
  targets: { expr: string }[];
  datasource: { uid: string };
};
type Dashboard = { uid: string; panels: Panel[] };

const boards = readdirSync(dashboards).map(
  name => JSON.parse(readFileSync(join(dashboards, name), 'utf8')) as Dashboard,
);
const panels = boards.flatMap(board => board.panels);
const rulesIn = (text: string) => [...text.matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr);
const rules = rulesIn(alerts);
const queries = [...rules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];

/** Names of the metrics in a query; `up` is Prometheus's own. */
const namesIn = (query: string) => query.match(/\b(?:archline|nodejs|process)_[a-z0-9_]+/g) ?? [];
const labelsIn = (query: string) =>
  [...query.matchAll(/[{,] ?([a-z_]+) ?(?:=~|!~|!=|=)"/g)].map(([, name = '']) => name);
/** Labels that Prometheus adds. */
const given = ['job', 'instance', 'part'];

/**
 * Makes the young generation small, so that a few requests cause a garbage collection. Its metrics exist only after
 * one.
 */
const youngHeap = ['--max-semi-space-size=1'];

let server: ServerProcess;
let text: string;
beforeAll(async () => {
  server = await startServer({ pages: 'stub', env: { BACKUP_DIR: '/nowhere' }, node: youngHeap });
  const doctor = await signIn(server.url, 'doctor');
  const { caseId } = (await doctor.post<{ caseId: string }>('/api/cases')).data;
  await doctor.post(`/api/cases/${caseId}/actions/submit`);
  for (const path of ['/api/chats', '/api/cases', '/api/files/none', '/login']) await doctor.get(path);
  text = await (await fetch(`${server.url}/metrics`)).text();
});
afterAll(() => server?.stop());

test('every queried metric exists on a running server', () => {
  const asked = [...new Set(queries.flatMap(namesIn))];
  expect(asked.length).toBeGreaterThan(20);
  const has = (name: string) => new RegExp(`^${name}(?:\\{| )`, 'm').test(text);
  expect(asked.filter(name => !has(name))).toEqual([]);
});

test('every queried label exists on a running server', () => {
  const known = new Set([...text.matchAll(/[{,]([a-z_]+)="/g)].map(([, name]) => name));
  const asked = [...new Set(queries.flatMap(labelsIn))];
  expect(asked).toContain('outcome');
  expect(asked.filter(name => !known.has(name) && !given.includes(name))).toEqual([]);
});

test('every queried route pattern matches a route of the server', () => {
  const routes = [...text.matchAll(/route="([^"]*)"/g)].map(([, route = '']) => route);
  const asked = queries.flatMap(query => [...query.matchAll(/route(=~?|!~)"([^"]*)"/g)]);
  expect(asked.length).toBeGreaterThan(8);
  const found = ([, how, pattern = '']: RegExpExecArray) =>
    routes.some(route => (how === '=' ? route === pattern : new RegExp(`^(?:${pattern})$`).test(route)));
  expect(asked.filter(one => !found(one)).map(([whole]) => whole)).toEqual([]);
});

test('every alert has a severity, a summary and a runbook', () => {
  const each = alerts.split(/^ +- alert: /m).slice(1);
  expect(each.length).toBe(rules.length);
  for (const alert of each) {
    expect(alert).toMatch(/severity: (?:page|warn)/);
    expect(alert).toMatch(/summary: ".{20,}"/);
    expect(alert).toMatch(/runbook: ".{40,}"/);
  }
});

test('panels do not overlap and use the provided data source', () => {
  const source = readFileSync(join(here, 'grafana/provisioning/datasources/prometheus.yml'), 'utf8');
  for (const { uid, panels: own } of boards) {
    expect(uid).toMatch(/^archline/);
    expect(new Set(own.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(own.length);
    for (const { datasource } of own) expect(source).toContain(`uid: ${datasource.uid}\n`);
  }
});

describe.runIf(await isToolBuilt(goTools.promtool))('Prometheus', () => {
  it.each([
    ['prometheus.yml', ['alerts.yml', 'relay-alerts.yml']],
    ['small.yml', ['alerts.yml']],
  ])('accepts the configuration and every rule of %s', async (name, files) => {
    const said = await runProgram(await goTools.promtool.get(), [
      'check',
      'config',
      join(here, 'prometheus', name),
    ]);
    const found = [...said.matchAll(/(\d+) rules found/g)].map(([, count]) => Number(count));
    expect(found).toEqual(files.map(file => rulesIn(read(file)).length));
  });

  it('fires an alert when the relay disappears together with its target', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'archline-alerts-'));
    const test = {
      rule_files: [join(here, 'prometheus', 'relay-alerts.yml')],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: [{ series: 'up{job="archline", part="node"}', values: '1x20' }],
          promql_expr_test: [
            {
              expr: 'count(ALERTS{alertname="ArchlineNoRelay", alertstate="firing"})',
              eval_time: '16m',
              exp_samples: [{ labels: '{}', value: 1 }],
            },
          ],
        },
      ],
    };
    // JSON is valid YAML.
    writeFileSync(join(dir, 'test.yml'), JSON.stringify(test));
    try {
      expect(
        await runProgram(await goTools.promtool.get(), ['test', 'rules', join(dir, 'test.yml')]),
      ).toContain('SUCCESS');
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it('accepts every query of the dashboards', async () => {
    const program = await goTools.promtool.get();
    for (const { targets } of panels)
      for (const { expr } of targets)
        await runProgram(program, [
          'promql',
          'format',
          '--experimental',
          expr.replaceAll('$__rate_interval', '1m'),
        ]);
    expect(panels.length).toBeGreaterThan(15);
  });
});
