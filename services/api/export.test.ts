import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReadModels } from '#projections/readmodels.ts';
import { createApp } from './app.ts';
import { createCaseExportApi, maxExportRows } from './export.ts';
import { type WorkbookSheet, writeWorkbook } from './export-worker.ts';
import { completeDraft } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
/** The last sheet that was passed to the writer. */
let sheet: WorkbookSheet;
let app: ReturnType<typeof createApp>['app'];

beforeAll(async () => {
  bench = await openTestServer();
  const write = async (s: WorkbookSheet) => {
    sheet = s;
    return new Uint8Array(1);
  };
  ({ app } = createApp(bench.deps, { exports: createCaseExportApi(bench.deps, write) }));
  for (const as of ['doctor', 'doctor', 'doctor2'] as const) await completeDraft(bench, as);
});
afterAll(() => bench.close());

const get = async (query: string, headers: Record<string, string> = {}) =>
  app.request(`/api/cases/export.xlsx${query}`, {
    headers: { Authorization: await bench.tokenOf('doctor'), ...headers },
  });

describe('the case list as a workbook', () => {
  it('has a heading and every case of the list, in its order', async () => {
    const answer = await get('?sort=caseId');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="archline-cases-2026-11-20.xlsx"',
    );
    const list = await bench.get<{ items: { caseId: string }[] }>('/api/cases?sort=caseId', { as: 'doctor' });
    const [heading, ...rows] = sheet.rows;
    expect(heading?.slice(0, 3)).toEqual(['Case ID', 'Outside case number', 'Patient']);
    expect(rows.map(r => r[0])).toEqual(list.data.items.map(i => i.caseId));
    expect(rows).toHaveLength(2);
    expect(sheet.widths).toHaveLength(heading?.length ?? 0);
  });
  it('takes the list’s query, and refuses an invalid one', async () => {
    await get('?filter=9');
    expect(sheet.rows).toHaveLength(1);
    await get('?page=7&size=1');
    expect(sheet.rows).toHaveLength(3);
    expect((await get('?colour=red')).status).toBe(400);
  });
  it('holds the chosen cases only, and none that is invisible', async () => {
    const mine = await bench.get<{ items: { caseId: string }[] }>('/api/cases', { as: 'doctor' });
    const theirs = await bench.get<{ items: { caseId: string }[] }>('/api/cases', { as: 'doctor2' });
    const [own, other] = [mine.data.items[1]?.caseId, theirs.data.items[0]?.caseId];
    expect((await get(`?ids=${own},${other}`)).status).toBe(200);
    expect(sheet.rows.slice(1).map(row => row[0])).toEqual([own]);
    expect((await get('?ids=none')).status).toBe(400);
  });
  it('uses the reader’s language and time zone', async () => {
    await get('', { 'Accept-Language': 'zh-CN' });
    const [heading, row] = sheet.rows;
    expect(heading?.slice(0, 3)).toEqual(['病例号', '外部病例号', '患者']);
    expect(heading?.[9]).toBe('当前处理人');
    expect(row?.[9]).toBe(row?.[7]);
    expect(row?.[13]).toBe('待提交');
    expect(row?.[14]).toMatch(/^2026-11-20 16:\d\d$/);
  });
  it('is masked while the eye is closed', async () => {
    await get('');
    const clear = String(sheet.rows[1]?.[2]);
    await get('', { 'X-Eye': 'hidden' });
    expect(sheet.rows[1]?.[2]).toBe(`${[...clear][0]}**`);
  });
  it('is recorded for its person with time, filter and count, without names', async () => {
    const as = 'doctor2' as const;
    const headers = { Authorization: await bench.tokenOf(as) };
    const records = () => Array.fromAsync(bench.deps.store.read('access-p-doctor2'));
    await get('?filter=9&keyword=%E5%BC%A0%E4%BC%9F&sort=caseId', headers);
    const { data } = await bench.get<{ items: { caseId: string }[] }>('/api/cases', { as });
    const caseIds = data.items.map(item => item.caseId);
    await get(`?ids=${caseIds},ZZZZZZ`, { ...headers, 'X-Eye': 'hidden' });
    await get('', headers);
    const all = await records();
    const stamp = { type: 'CaseListExported', by: 'p-doctor2', at: '2026-11-20T08:00:00.000Z' };
    expect(all).toMatchObject([
      { ...stamp, data: { count: 0, masked: false, filter: { filters: [9], keyword: true } } },
      { ...stamp, data: { count: 1, masked: true, filter: { caseIds } } },
      { ...stamp, data: { count: 1, masked: false, filter: {} } },
    ]);
    expect(JSON.stringify(all.map(event => event.data))).not.toMatch(/\p{Script=Han}/u);
  });
  it('leaves no record if it is refused, and is refused if it cannot be recorded', async () => {
    const Authorization = await bench.tokenOf('supervisor');
    expect((await get('?colour=red', { Authorization })).status).toBe(400);
    expect(await Array.fromAsync(bench.deps.store.read('access-p-supervisor'))).toEqual([]);
    const append = () => Promise.reject(new Error('the log is away'));
    const store = Object.assign(Object.create(bench.deps.store), { append });
    const parts = { exports: createCaseExportApi({ ...bench.deps, store }, async () => new Uint8Array(1)) };
    const answer = await createApp(bench.deps, parts).app.request('/api/cases/export.xlsx', {
      headers: { Authorization },
    });
    expect(answer.status).toBe(500);
  });
  it('needs a session; the cookie counts', async () => {
    expect((await app.request('/api/cases/export.xlsx')).status).toBe(401);
    const Cookie = `${bench.deps.cookies.nameOf('session')}=${await bench.tokenOf('doctor')}`;
    expect((await app.request('/api/cases/export.xlsx', { headers: { Cookie } })).status).toBe(200);
  });
  it('refuses too many chosen cases instead of dropping some', async () => {
    const ids = Array.from({ length: 501 }, (_, i) => `C${String(i).padStart(5, '0')}`);
    const Authorization = await bench.tokenOf('doctor');
    expect((await get(`?ids=${ids}`, { Authorization })).status).toBe(400);
    expect((await get(`?ids=${ids.slice(1)},${ids[1]}`, { Authorization })).status).toBe(200);
  });
  it('has at most ten thousand rows', async () => {
    const caseItems: ReadModels['caseItems'] = (_ctx, { page, size }) => ({
      items: [],
      total: maxExportRows + 1,
      page,
      size,
    });
    const full = createApp(bench.deps, {
      exports: createCaseExportApi({ ...bench.deps, models: { ...bench.deps.models, caseItems } }),
    });
    const answer = await full.app.request('/api/cases/export.xlsx', {
      headers: { Authorization: await bench.tokenOf('doctor') },
    });
    const { code, data } = await answer.json();
    expect([answer.status, code, data.issues[0].message]).toEqual([
      400,
      103010,
      '10001 cases; one file holds 10000: choose fewer',
    ]);
  });
});

it('is written in a worker thread, as a zip with the texts', async () => {
  const rows = [['Case ID'], ['=1+1'], ['张三 & <b>'], [7], [null]];
  const bytes = Buffer.from(await writeWorkbook({ sheet: 'Cases', widths: [10], rows }));
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  expect(bytes.includes('xl/worksheets/sheet1.xml')).toBe(true);
});

it('reuses the previous thread, which costs more to start than to use', async () => {
  const sheet: WorkbookSheet = { sheet: 'Cases', widths: [10], rows: [['Case ID']] };
  await writeWorkbook(sheet);
  let started = 0;
  const count = () => {
    started += 1;
  };
  process.on('worker', count);
  await writeWorkbook(sheet);
  process.off('worker', count);
  expect(started).toBe(0);
});

it('is written in a new thread if the idle one is just ending', async () => {
  const sheet: WorkbookSheet = { sheet: 'Cases', widths: [10], rows: [['Case ID']] };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await writeWorkbook(sheet);
    vi.advanceTimersByTime(30_000);
    expect((await writeWorkbook(sheet)).byteLength).toBeGreaterThan(0);
  } finally {
    vi.useRealTimers();
  }
});
