/** Switches of rights: what each switch closes at once, and what no switch can do. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Position, SwitchableRight } from '#events/person/position.ts';
import { createCase } from './testing/case-steps.ts';
import {
  openTestServer,
  type TestPersonName,
  type TestServer,
  testPeople,
  testPersonNames,
} from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

type Change = { right: SwitchableRight; position: Position; on: boolean; reason: string; by: { id: string } };

const turn = (
  right: string,
  position: string,
  on: boolean,
  { orgId = 'main', ...more }: Record<string, unknown> = {},
) =>
  bench.put<{ withheld?: object; issues?: object[] }>(`/api/organisations/${orgId}/rights`, {
    as: 'admin',
    body: { right, position, on, reason: '本季度不再需要', ...more },
  });
const buttons = async (as: TestPersonName) =>
  (await bench.get<{ buttonIds: string[] }>('/api/auth/sysUser/view', { as })).data.buttonIds;
const status = async (method: string, path: string, as: TestPersonName, body?: object) =>
  (await bench.send(method, path, { as, ...(body && { body }) })).status;

const hours = { week: Array.from({ length: 7 }, () => null) };
const preset = (name: string) => ({ name, prescription: { step: 0.15 } });

describe('a right that is taken closes its calls at once, and opens them when it is given back', () => {
  test.each<[SwitchableRight, Position, TestPersonName, string, string, object?]>([
    ['PreferenceSet', 'Doctor', 'doctor', 'POST', '/api/presets', preset('First')],
    ['backstageManage', 'Service', 'service', 'PUT', '/api/desk/hours', hours],
    ['backstageManage', 'Service', 'service', 'GET', '/api/backOffice/articles?kind=news'],
    ['backstageManage', 'Service', 'service', 'GET', '/api/users'],
    ['backstageManage', 'SuperMechanic', 'supervisor', 'GET', '/api/users'],
    ['backstageManage', 'Service', 'service', 'GET', '/api/audit'],
    ['exports', 'Service', 'service', 'GET', '/api/audit.csv'],
    ['exports', 'Admin', 'admin', 'GET', '/api/audit.csv'],
    ['analysisFacts', 'Analyst', 'analyst', 'GET', '/api/events'],
    ['analysisFacts', 'Admin', 'admin', 'GET', '/api/events'],
  ])('%s of %s for %s: %s %s', async (right, position, as, method, path, body) => {
    expect(await status(method, path, as, body)).toBe(200);
    expect((await turn(right, position, false)).data.withheld).toEqual({ [right]: [position] });
    expect(await status(method, path, as, body)).toBe(403);
    await turn(right, position, true);
    expect(await status(method, path, as, body && 'name' in body ? preset('Second') : body)).toBe(200);
  });

  test('exports close a case’s archive', async () => {
    const path = `/api/cases/${await createCase(bench)}/archive.zip`;
    await turn('exports', 'Doctor', false);
    expect(await status('GET', path, 'doctor')).toBe(403);
    await turn('exports', 'Doctor', true);
    expect(await status('GET', path, 'doctor')).toBe(200);
  });
});

test('buttonIds and the session’s person follow at once', async () => {
  expect(await buttons('service')).toContain('backstageManage');
  await turn('backstageManage', 'Service', false);
  expect(await buttons('service')).not.toContain('backstageManage');
  const self = (await bench.get<{ withheld?: string[] }>('/api/sysUser', { as: 'service' })).data;
  expect(self.withheld).toEqual(['backstageManage']);
  expect(await buttons('supervisor')).toContain('backstageManage');
  await turn('backstageManage', 'Service', true);
  expect((await bench.get('/api/sysUser', { as: 'service' })).data).not.toHaveProperty('withheld');
});

test('a switch concerns one organisation only', async () => {
  expect(await buttons('designer')).toContain('diyDesignBtn');
  await turn('PreferenceSet', 'Designer', false);
  expect(await buttons('designer')).toContain('PreferenceSet');
  await turn('diyDesignBtn', 'Designer', false, { orgId: 'ediy' });
  expect(await buttons('designer')).toEqual(expect.not.arrayContaining(['diyDesignBtn']));
  expect(await buttons('designer')).toContain('PreferenceSet');
});

test('a supervisor without the back office still chooses the technician of a case', async () => {
  await turn('backstageManage', 'SuperMechanic', false);
  expect(await status('GET', '/api/users?position=Technician', 'supervisor')).toBe(200);
  expect(await status('GET', '/api/users?position=Doctor', 'supervisor')).toBe(403);
});

describe('a switch', () => {
  test('is listed with its reason, the newest first', async () => {
    await turn('exports', 'Service', false, { reason: '客服暂停导出' });
    await turn('exports', 'Service', true);
    const path = '/api/organisations/main/rights';
    const { items } = (await bench.get<{ items: Change[] }>(path, { as: 'admin' })).data;
    expect(items).toMatchObject([
      { right: 'exports', position: 'Service', on: true, by: { id: 'p-admin' } },
      { right: 'exports', position: 'Service', on: false, reason: '客服暂停导出' },
    ]);
  });

  test('keeps its reason out of the readable part of the log', async () => {
    await turn('exports', 'Service', false, { reason: '张伟的要求' });
    let text = '';
    for await (const event of bench.deps.sealedLog.readAll({})) text += JSON.stringify(event, bigintAsText);
    expect(text).toContain('RightSwitched');
    expect(text).not.toContain('张伟的要求');
  });

  test('that changes nothing is no event', async () => {
    await bench.tokenOf('admin');
    const head = await bench.deps.store.head();
    expect((await turn('exports', 'Service', true)).status).toBe(200);
    expect(await bench.deps.store.head()).toBe(head);
  });

  test.each([
    ['PreferenceSet', 'Technician', {}, 'position', 'not-a-choice'],
    ['diyDesignBtn', 'Designer', {}, 'position', 'not-a-choice'],
    ['analysisFacts', 'Doctor', {}, 'position', 'not-a-choice'],
    ['backstageManage', 'Admin', {}, 'position', 'right-fixed'],
    ['acceptCase', 'SuperMechanic', {}, 'right', 'not-a-choice'],
    ['exports', 'Service', { reason: ' ' }, 'reason', 'blank'],
  ])('of %s for %s is refused: %o', async (right, position, more, path, issue) => {
    expect(await turn(right, position, false, more)).toMatchObject({
      status: 400,
      data: { issues: [{ path, issue }] },
    });
  });

  test('is open to Admins only, and for organisations within reach', async () => {
    const body = { right: 'exports', position: 'Service', on: false, reason: 'x' };
    for (const as of testPersonNames.filter(name => testPeople[name].position !== 'Admin'))
      for (const method of ['PUT', 'GET'])
        expect([
          as,
          await status(method, '/api/organisations/main/rights', as, method === 'PUT' ? body : undefined),
        ]).toEqual([as, 403]);
    const [foreign, missing] = [
      await turn('exports', 'Doctor', false, { orgId: 'other' }),
      await turn('exports', 'Doctor', false, { orgId: 'nowhere' }),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  });
});

const bigintAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
