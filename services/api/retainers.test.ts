/** Retainer orders over the API: applying, the list, and the steps by the order's id. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { pastAt } from '#events/testing/past.ts';
import type { RetainerPage } from '#projections/retainers/view.ts';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
/** A case with all aligners worn, and a case that waits for its plan. */
let worn: string;
let early: string;

async function caseAt(status: Status): Promise<string> {
  const caseId = await createCase(bench);
  // Appends the decider's events, as perform does.
  const events = pastAt[status].slice(1).map(e => ({
    ...e,
    id: crypto.randomUUID(),
    subject: caseId,
  }));
  await bench.deps.store.append(caseStreamOf(caseId), 0n, events);
  await bench.deps.models.reached(await bench.deps.store.head(), 120_000);
  return caseId;
}

const order = {
  type: 3,
  arch: 2,
  upper: { kind: 1 },
  lower: { kind: 1 },
  quantity: 2,
  address: '上海市静安区南京西路 1266 号',
};
const parcel = { courier: 2, trackingNumber: 'EMS123456789' };
const apply = (caseId: string, body: object = order, as: TestPersonName = 'doctor') => {
  bench.clock.advance(60_000);
  return bench.post<{ id: string }>(`/api/cases/${caseId}/retainers`, { as, body });
};
const step = (id: string, action: string, as: TestPersonName, body: unknown = {}) =>
  bench.post<{ issues?: unknown }>(`/api/retainers/${id}/actions/${action}`, { as, body });
const list = async (as: TestPersonName, query = '', headers: Record<string, string> = {}) =>
  (await bench.get<RetainerPage>(`/api/retainers${query}`, { as, headers })).data;

beforeAll(async () => {
  bench = await openTestServer();
  [worn, early] = [await caseAt(Status.AllSent), await caseAt(Status.PlanUnderDesign)];
});
afterAll(() => bench.close());

test('a retainer order is applied for, produced, delivered and received, and the lists follow', async () => {
  expect(await apply(worn, order, 'assistant')).toMatchObject({ status: 403, code: 102029 });
  const { data } = await apply(worn);
  expect(data.id).toBe(`${worn}-R1`);
  const see = async (as: TestPersonName) => (await list(as)).items.map(i => [i.id, i.status, i.action]);
  expect(await see('doctor')).toEqual([[data.id, 1, null]]);
  expect(await see('vendor')).toEqual([[data.id, 1, 'produce']]);
  expect(await see('technician2')).toEqual([]);
  expect(await step(data.id, 'receive', 'doctor')).toMatchObject({ status: 409, code: 103012 });
  expect(await step(data.id, 'produce', 'doctor')).toMatchObject({ status: 403 });
  expect((await step(data.id, 'produce', 'vendor')).status).toBe(200);
  expect(await see('vendor')).toEqual([[data.id, 2, 'deliver']]);
  expect((await step(data.id, 'deliver', 'vendor', parcel)).status).toBe(200);
  expect(await see('assistant')).toEqual([[data.id, 3, 'receive']]);
  expect((await step(data.id, 'receive', 'assistant')).status).toBe(200);
  expect(await see('assistant')).toEqual([[data.id, 4, null]]);
  expect((await list('doctor')).items[0]).toMatchObject({
    ...parcel,
    status: 4,
    action: 'apply',
    quantity: 2,
  });
});

test('the next retainer order replaces the newest one', async () => {
  const again = { ...order, upper: { kind: 4, order: 1 }, lower: { kind: 3, stage: 20 } };
  const { data } = await apply(worn, again);
  expect(data.id).toBe(`${worn}-R2`);
  expect((await list('doctor')).items.map(i => [i.id, i.status, i.action])).toEqual([
    [`${worn}-R2`, 1, null],
    [`${worn}-R1`, 4, null],
  ]);
  const all = await bench.get<{ items: object[] }>(`/api/cases/${worn}/retainers`, { as: 'vendor' });
  expect(all.data.items).toMatchObject([{ status: 4 }, { status: 1, upper: { kind: 4, order: 1 } }]);
});

test('a manufacturer sees a case for its retainer alone, before anything else was produced', async () => {
  expect((await bench.get(`/api/cases/${early}`, { as: 'vendor' })).status).toBe(404);
  await apply(early);
  const view = await bench.get(`/api/cases/${early}`, { as: 'vendor' });
  expect(view.data).toMatchObject({ pages: { retainer: 'open', manufacturing: 'early' } });
  expect((await list('vendor')).items[0]?.id).toBe(`${early}-R1`);
});

test('the list of retainer orders is counted, filtered, searched and paged; the eye masks its names', async () => {
  expect((await list('doctor')).counts).toEqual({ 1: 2, 2: 0, 3: 0, 4: 1 });
  expect((await list('doctor', '?filter=4')).items.map(i => i.id)).toEqual([`${worn}-R1`]);
  expect(await list('doctor', '?filter=2')).toMatchObject({ items: [], total: 0, counts: { 1: 2 } });
  const name = (await list('doctor')).items[0]?.patientName ?? '';
  expect(name.length).toBeGreaterThan(1);
  for (const keyword of [name, `${worn}-R1`, 'EMS1234'])
    expect((await list('vendor', `?keyword=${encodeURIComponent(keyword)}`)).items.map(i => i.id)).toContain(
      `${worn}-R1`,
    );
  expect(await list('vendor', '?keyword=nobody')).toMatchObject({ items: [], total: 0 });
  expect(await list('doctor', '?page=2&size=2')).toMatchObject({ total: 3, page: 2, items: [{ status: 4 }] });
  const hidden = (await list('doctor', '', { 'X-Eye': 'hidden' })).items[0]?.patientName;
  expect(hidden).toBe(`${name.slice(0, 1)}**`);
  // The same words find cases in the case list and orders here. Neither answers with the other's rows.
  const cases = await bench.get<{ items: { caseId: string }[] }>(
    `/api/cases?keyword=${encodeURIComponent(name)}`,
    { as: 'doctor' },
  );
  expect(cases.data.items.map(item => item.caseId).toSorted()).toEqual([worn, early].toSorted());
});

test.each(['doctor2', 'other', 'designer', 'technician2'] as const)(
  'the retainer order of another person’s case is unknown to %s',
  async as => {
    expect(await list(as)).toMatchObject({ items: [], total: 0, counts: { 1: 0, 4: 0 } });
    const [one, none] = [await step(`${worn}-R1`, 'produce', as), await step('ZZZZZZ-R1', 'produce', as)];
    expect(one.text).toBe(none.text);
    expect(one).toMatchObject({ status: 404, code: 103001 });
    expect((await step(`${worn}-R1`, 'nothing', as)).text).toBe(none.text);
  },
);

test('an invalid retainer order is refused by its field and leaves nothing', async () => {
  const head = await bench.deps.store.head();
  const id = `${early}-R1`;
  expect(await step(id, 'produce', 'vendor', { retainer: 1 })).toMatchObject({
    status: 400,
    data: { issues: [{ path: 'retainer', issue: 'unknown-field' }] },
  });
  expect((await step(id, 'produce', 'vendor', { x: 1 })).status).toBe(400);
  expect((await step(id, 'nothing', 'vendor')).code).toBe(104001);
  expect((await step(`${early}-R9`, 'produce', 'vendor')).status).toBe(404);
  for (const wrong of ['ZZZ', `${early}-R0`, `${early}-R`, `${early}-R1000`])
    expect((await step(wrong, 'produce', 'vendor')).code).toBe(103001);
  expect((await bench.get('/api/retainers?filter=5', { as: 'doctor' })).data).toMatchObject({
    issues: [{ path: 'filter' }],
  });
  expect((await bench.get('/api/retainers?size=0', { as: 'doctor' })).status).toBe(400);
  expect(await bench.deps.store.head()).toBe(head);
});
