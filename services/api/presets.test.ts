import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

type Item = { id: string; name: string; locked: boolean; prescription: object; extract: number[] };
type Listed = { items: Item[]; total: number; page: number; size: number };
type Refused = { issues: { path: string; issue: string; message: string }[] };

const plain = { arch: 'both', step: 0.15 };
const create = (name: string, { as = 'doctor' as TestPersonName, key = '', more = {} } = {}) =>
  bench.post<Item>('/api/presets', {
    as,
    body: { name, prescription: plain, ...more },
    headers: key ? { 'Idempotency-Key': key } : {},
  });
const list = async (as: TestPersonName = 'doctor', query = '?size=100') =>
  (await bench.get<Listed>(`/api/presets${query}`, { as })).data;
const own = async (as: TestPersonName = 'doctor') =>
  (await list(as)).items.filter(preset => !preset.locked).map(preset => preset.name);

describe('a doctor’s presets', () => {
  test('follow the two built-in ones, by name, page by page', async () => {
    for (const name of ['Zeta', '扩弓', 'alpha 10', 'Alpha 2']) await create(name);
    const { items, total } = await list();
    expect(items.slice(0, 2)).toMatchObject([
      { id: 'non-extraction', name: 'Non-extraction', locked: true, extract: [] },
      { id: 'extraction-u4-l5', locked: true, extract: [14, 24, 45, 35] },
    ]);
    expect(items.slice(2).map(p => p.name)).toEqual(['扩弓', 'Alpha 2', 'alpha 10', 'Zeta']);
    expect(total).toBe(6);
    expect(await list('doctor', '?size=2&page=3')).toMatchObject({ page: 3, size: 2, total: 6 });
    expect(await bench.get('/api/presets?size=101', { as: 'doctor' })).toMatchObject({ status: 400 });
  });

  test('are added, changed and removed', async () => {
    const { status, data, headers } = await create('Extraction 5', {
      more: { prescription: { extraction: 'yes' }, extract: [15, 25] },
    });
    expect([status, data.name, data.locked, data.extract]).toEqual([200, 'Extraction 5', false, [15, 25]]);
    expect(headers.get('X-Position')).toMatch(/^\w{8}-\d+$/);
    const changed = await bench.put<Item>(`/api/presets/${data.id}`, {
      as: 'doctor',
      body: { name: 'Five' },
    });
    expect(changed.data).toMatchObject({ id: data.id, name: 'Five', extract: [15, 25] });
    expect((await bench.del(`/api/presets/${data.id}`, { as: 'doctor' })).status).toBe(200);
    expect(await own()).toEqual([]);
    expect((await bench.del(`/api/presets/${data.id}`, { as: 'doctor' })).status).toBe(404);
  });

  test('are encrypted in the log', async () => {
    await create('扩弓 张三');
    const events = await Array.fromAsync(bench.deps.store.read('presets-p-doctor'));
    expect(events).toMatchObject([
      { type: 'PresetAdded', subject: 'p-doctor', personal: { name: '扩弓 张三' } },
    ]);
    expect(JSON.stringify(events[0]?.data)).not.toContain('张三');
    expect(bench.lines.join('')).not.toContain('张三');
  });
});

describe('a preset’s name', () => {
  test.each(['Expansion', ' expansion ', 'EXPANSION', 'Ｅxpansion'])(
    '%s is refused as a duplicate',
    async name => {
      await create('Expansion');
      const refused = await create(name);
      expect([refused.status, refused.code]).toEqual([400, 104000]);
      expect(refused.data).toMatchObject({ issues: [{ path: 'name', issue: 'taken' }] });
      expect(await own()).toEqual(['Expansion']);
    },
  );

  test.each(['Non-extraction', '不拔牙', 'extraction u4 l5', 'extraction-u4-l5'])(
    '%s is refused as a built-in one',
    async name => {
      expect((await create(name)).data).toMatchObject({ issues: [{ path: 'name', issue: 'taken' }] });
    },
  );

  test('may also be used by another doctor', async () => {
    await create('Expansion');
    expect((await create('Expansion', { as: 'doctor2' })).status).toBe(200);
  });

  test('requested twice at once is created once', async () => {
    const both = await Promise.all([create('Expansion'), create('expansion')]);
    expect(both.map(a => a.code).sort()).toEqual([0, 104000]);
    expect(await own()).toHaveLength(1);
  });
});

test('of a 21st preset is refused, also for two parallel requests', async () => {
  for (let n = 1; n < limits.presets; n++) expect((await create(`Preset ${n}`)).status).toBe(200);
  const both = await Promise.all([create('Last'), create('Other')]);
  expect(both.map(a => a.code).sort()).toEqual([0, 104000]);
  const refused = await bench.post<Refused>('/api/presets', {
    as: 'doctor',
    body: { name: 'More', prescription: plain },
    headers: { 'Accept-Language': 'zh-CN' },
  });
  expect([refused.status, refused.data.issues[0]?.issue]).toEqual([400, 'preset-limit']);
  expect(refused.data.issues[0]?.message).toMatch(/\p{Script=Han}.*20/u);
  expect(await own()).toHaveLength(limits.presets);
});

describe('an idempotency key of a preset', () => {
  test('creates one preset, and answers as the first time whatever has happened since', async () => {
    const first = await create('Expansion', { key: 'k1' });
    await bench.del(`/api/presets/${first.data.id}`, { as: 'doctor' });
    const again = await create('Expansion', { key: 'k1' });
    expect(again.text).toBe(first.text);
    expect(await own()).toEqual([]);
    expect(await create('Strong', { key: 'k1' })).toMatchObject({ status: 422, code: 104006 });
  });

  test('sent twice at once is one command', async () => {
    const both = await Promise.all([create('Expansion', { key: 'k1' }), create('Expansion', { key: 'k1' })]);
    expect(both.map(a => a.status)).toEqual([200, 200]);
    expect(both[0]?.text).toBe(both[1]?.text);
    expect(await own()).toEqual(['Expansion']);
  });

  test('removes once', async () => {
    const { data } = await create('Expansion');
    const del = () =>
      bench.del(`/api/presets/${data.id}`, { as: 'doctor', headers: { 'Idempotency-Key': 'k2' } });
    expect([(await del()).status, (await del()).status]).toEqual([200, 200]);
  });

  test('of a refused command can be reused for the corrected one', async () => {
    expect((await create('', { key: 'k3' })).status).toBe(400);
    expect((await create('Expansion', { key: 'k3' })).status).toBe(200);
  });
});

describe('other people and a doctor’s presets', () => {
  test('another doctor’s preset answers like a missing one', async () => {
    const { data } = await create('Expansion');
    for (const as of ['doctor2', 'other', 'designer'] as const) {
      const answers = [];
      for (const id of [data.id, 'p-nothing'])
        for (const [method, body] of [
          ['PUT', { name: 'Mine' }],
          ['PUT', { name: '' }],
          ['DELETE', undefined],
        ] as const) {
          const response = await bench.send(method, `/api/presets/${id}`, { as, body });
          expect(response.status).toBe(404);
          answers.push(await response.text());
        }
      expect(new Set(answers).size).toBe(1);
    }
    expect(await own()).toEqual(['Expansion']);
    expect(await own('doctor2')).toEqual([]);
  });

  test('built-in presets cannot be changed', async () => {
    const path = '/api/presets/non-extraction';
    expect(await bench.put(path, { as: 'doctor', body: { name: 'Mine' } })).toMatchObject({
      status: 403,
      code: 102029,
    });
    expect((await bench.del(path, { as: 'doctor' })).status).toBe(403);
  });

  test('an assistant of the doctor reads them and changes none', async () => {
    const { data } = await create('Expansion');
    expect(await own('assistant')).toEqual(['Expansion']);
    expect((await list('assistant', '?size=100&doctorId=p-doctor')).total).toBe(3);
    for (const doctorId of ['p-doctor2', 'p-nobody'])
      expect(await bench.get(`/api/presets?doctorId=${doctorId}`, { as: 'assistant' })).toMatchObject({
        status: 400,
        data: { issues: [{ path: 'doctorId', issue: 'doctor-unknown' }] },
      });
    expect((await create('Mine', { as: 'assistant' })).status).toBe(403);
    const put = await bench.put(`/api/presets/${data.id}`, { as: 'assistant', body: { name: 'Mine' } });
    expect(put.status).toBe(403);
  });

  test('an assistant of several doctors must say whose', async () => {
    await bench.put('/api/users/p-assistant', { as: 'admin', body: { serves: ['p-doctor', 'p-doctor2'] } });
    expect(await bench.get('/api/presets', { as: 'assistant' })).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'doctorId', issue: 'doctor-required' }] },
    });
    expect((await bench.get('/api/presets?doctorId=p-doctor2', { as: 'assistant' })).status).toBe(200);
  });

  test.each(['technician', 'expert', 'supervisor', 'service', 'vendor', 'admin', 'analyst'] as const)(
    '%s has no presets',
    async as => {
      expect(await bench.get('/api/presets', { as })).toMatchObject({ status: 403, code: 102029 });
    },
  );
});
