/** The manufacturer sees a case's shipping address only while a parcel is to be made or sent. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { type CasePast, parcel, pastAt, playSteps } from '#events/testing/past.ts';
import { doctor, vendor } from '#events/testing/people.ts';
import type { CaseView } from '#projections/case/view.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
});
afterAll(() => bench.close());

const view = async (caseId: string, as: TestPersonName, query = '') =>
  (await bench.get<CaseView>(`/api/cases/${caseId}${query}`, { as })).data;
const order = { arch: 'upper', stage: 4, reason: 'lost' } as const;
const ordered = playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'orderTray', order]);
const shipped = playSteps(ordered, [vendor, 'shipTray', { tray: 1, ...parcel }]);
const retainer = {
  type: 3,
  arch: 0,
  upper: { kind: 1 },
  quantity: 1,
  address: '南京西路 1266 号',
};
const applied = playSteps(pastAt[Status.AllSent], [doctor, 'applyRetainer', retainer]);
const signed = playSteps(
  applied,
  [vendor, 'produceRetainer', { retainer: 1 }],
  [vendor, 'deliverRetainer', { retainer: 1, ...parcel }],
  [doctor, 'receiveRetainer', { retainer: 1 }],
);

test.each<[string, CasePast, boolean]>([
  ['to produce', pastAt[Status.PrepareProduction], true],
  ['in production', pastAt[Status.InProduction], true],
  ['on its way', pastAt[Status.Shipping], true],
  ['received', pastAt[Status.AwaitingNextBatch], false],
  ['all received', pastAt[Status.AllSent], false],
  ['with a tray that was ordered again', ordered, true],
  ['with that tray on its way', shipped, true],
  ['with that tray received', playSteps(shipped, [doctor, 'receiveTray', { tray: 1 }]), false],
  ['with a retainer that was ordered', applied, true],
  ['with that retainer received', signed, false],
])('shows the address: %s', async (_name, past, isOpen) => {
  const caseId = await createCaseWithPast(bench, past);
  const { sections } = await view(caseId, 'doctor');
  const address = sections.data?.deliveryAddress?.address ?? 'none';
  const told = await view(caseId, 'vendor');
  expect(told.sections.data?.deliveryAddress?.address === address).toBe(isOpen);
  const shop = JSON.stringify((await bench.get('/api/shop', { as: 'vendor' })).data);
  expect(shop.includes(caseId) && !isOpen).toBe(false);
  expect(JSON.stringify(told).includes(address)).toBe(isOpen);
});

test('masks the address on the board while the eye is closed', async () => {
  const caseId = await createCaseWithPast(bench, pastAt[Status.PrepareProduction]);
  const { deliveryAddress: to } = (await view(caseId, 'doctor')).sections.data ?? {};
  const shop = async (eye: string) =>
    (await bench.get('/api/shop', { as: 'vendor', headers: { 'X-Eye': eye } })).text;
  const words = [to?.consignee, to?.phone, to?.address].map(word => word ?? 'none');
  for (const [eye, seen] of [
    ['open', true],
    ['hidden', false],
  ] as const) {
    const text = await shop(eye);
    expect([eye, words.map(word => text.includes(word))]).toEqual([eye, words.map(() => seen)]);
    expect(text).toContain(caseId);
  }
});

test('closes a retainer order’s address after its arrival, in the past as well', async () => {
  const addressAt = async (past: CasePast, as: TestPersonName) =>
    (await view(await createCaseWithPast(bench, past), as)).retainers[0];
  expect(await addressAt(applied, 'vendor')).toMatchObject({ address: retainer.address });
  expect(await addressAt(signed, 'vendor')).toMatchObject({ address: '' });
  expect(await addressAt(signed, 'doctor')).toMatchObject({ address: retainer.address });
});

test('shows no closed address in the past of a case', async () => {
  const caseId = await createCaseWithPast(bench, pastAt[Status.InProduction]);
  const { headers } = await bench.get(`/api/cases/${caseId}`, { as: 'vendor' });
  const asOf = `?asOf=${headers.get('X-Position')}`;
  expect((await view(caseId, 'vendor', asOf)).sections.data?.deliveryAddress).toBeDefined();
  for (const [as, action, body] of [
    ['vendor', 'ship', parcel],
    ['doctor', 'confirmReceipt', {}],
  ] as const)
    await bench.post(`/api/cases/${caseId}/actions/${action}`, { as, body });
  expect((await view(caseId, 'vendor', asOf)).sections.data).toBeUndefined();
  expect((await view(caseId, 'doctor', asOf)).sections.data?.deliveryAddress).toBeDefined();
});
