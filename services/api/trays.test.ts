/** Production, shipments and replacement trays over the API, with the log on disk. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { errors } from '#events/errors.ts';
import { type CasePast, pastAt, playSteps, withoutDeliveryAddress } from '#events/testing/past.ts';
import { doctor, expert, technician, vendor } from '#events/testing/people.ts';
import type { TrayItem } from '#projections/case/follow-up.ts';
import type { ProductionBoardItem } from '#projections/shop/item.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { performAction } from './testing/case-steps.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-trays-'));
let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer({ wrap: () => openSqliteStore({ dir }) });
  // Signs in first: the sign-ins are events too, and must not be counted below.
  for (const name of ['doctor', 'assistant', 'vendor'] as const) await bench.tokenOf(name);
});
afterAll(async () => {
  await bench.close();
  rmSync(dir, { recursive: true });
});

const parcel = { courier: 2, trackingNumber: 'EMS123456789' };
const head = () => bench.deps.store.head();
const read = async <D>(path: string, as: TestPersonName) => (await bench.get<D>(path, { as })).data;
const board = async () => (await read<{ items: ProductionBoardItem[] }>('/api/shop', 'vendor')).items;
const cardOf = async (caseId: string) => (await board()).find(card => card.caseId === caseId);

describe('two people at once', () => {
  const ship = (trackingNumber: string) => ({ ...parcel, trackingNumber });
  it('who ship the same batch: one succeeds, the other is refused without a trace', async () => {
    for (let round = 0; round < 5; round++) {
      const caseId = await createCaseWithPast(bench, pastAt[Status.InProduction]);
      const before = await head();
      const both = await Promise.all([
        performAction(bench, 'vendor', caseId, 'ship', ship('EMS111111111')),
        performAction(bench, 'vendor', caseId, 'ship', ship('EMS222222222')),
      ]);
      expect(both.map(a => a.status).sort()).toEqual([200, 409]);
      expect(await head()).toBe(before + 1n);
      const { items } = await read<{ items: object[] }>(`/api/cases/${caseId}/shipments`, 'doctor');
      expect(items).toMatchObject([{ shipment: 1, quantity: 20, bundle: 'sha-plan-24-20' }]);
      const winner = both.findIndex(a => a.status === 200);
      expect(items).toMatchObject([{ trackingNumber: ['EMS111111111', 'EMS222222222'][winner] }]);
    }
  });
  it('who ship the same replacement tray likewise', async () => {
    const caseId = await createCaseWithPast(
      bench,
      playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'orderTray', order]),
    );
    const before = await head();
    const path = `/api/trays/${caseId}-T1/actions/ship`;
    const both = await Promise.all([1, 2].map(() => bench.post(path, { as: 'vendor', body: parcel })));
    expect(both.map(a => a.status).sort()).toEqual([200, 409]);
    expect(await head()).toBe(before + 1n);
  });
});

const order = { arch: 'upper', stage: 4, reason: 'lost' } as const;

describe('a case of an older release, without a delivery address', () => {
  const address = {
    consignee: '周敏',
    phone: '13812345678',
    address: '长江路 12 号 3 楼',
    zip: '200001',
    clinic: '滨江口腔',
  };
  it('ships nothing until an address is set, and says how to set it', async () => {
    const caseId = await createCaseWithPast(bench, withoutDeliveryAddress(pastAt[Status.InProduction]));
    const refused = await performAction(bench, 'vendor', caseId, 'ship', parcel);
    expect(refused).toMatchObject({ status: 409, code: errors.noDelivery.code });
    expect(refused.message).toContain('Delivery address');
    expect((await cardOf(caseId))?.delivery).toBeNull();
    expect((await performAction(bench, 'vendor', caseId, 'setDelivery', address)).status).toBe(403);
    expect(
      (await performAction(bench, 'doctor', caseId, 'setDelivery', { ...address, zip: '' })).status,
    ).toBe(400);
    expect((await performAction(bench, 'service', caseId, 'setDelivery', address)).data.status).toBe(
      Status.InProduction,
    );
    expect((await cardOf(caseId))?.delivery).toEqual(address);
    const { data } = await bench.get(`/api/cases/${caseId}`, { as: 'vendor' });
    expect(data).toMatchObject({ sections: { data: { deliveryAddress: address } } });
    expect((await performAction(bench, 'vendor', caseId, 'ship', parcel)).status).toBe(200);
  });
  it('says the same for a replacement tray', async () => {
    const caseId = await createCaseWithPast(
      bench,
      withoutDeliveryAddress(playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'orderTray', order])),
    );
    const path = `/api/trays/${caseId}-T1/actions/ship`;
    expect(await bench.post(path, { as: 'vendor', body: parcel })).toMatchObject({ status: 409 });
    await performAction(bench, 'assistant', caseId, 'setDelivery', address);
    expect((await bench.post(path, { as: 'vendor', body: parcel })).status).toBe(200);
  });
});

describe('a replacement tray', () => {
  it('is ordered, sent and received, and everybody sees each step at once', async () => {
    const caseId = await createCaseWithPast(bench, pastAt[Status.AwaitingNextBatch]);
    const ordered = await bench.post(`/api/cases/${caseId}/trays`, {
      as: 'assistant',
      body: { ...order, note: '餐厅里丢了' },
    });
    expect(ordered).toMatchObject({
      status: 200,
      data: { id: `${caseId}-T1`, tray: 1, status: Status.AwaitingNextBatch },
    });
    expect(await cardOf(caseId)).toMatchObject({
      trays: [{ status: 'ordered' }],
      actions: ['nextBatch', 'shipTray'],
    });
    const id = `/api/trays/${caseId}-T1/actions`;
    expect((await bench.post(`${id}/ship`, { as: 'vendor', body: parcel })).status).toBe(200);
    const { items } = await read<{ items: TrayItem[] }>(`/api/cases/${caseId}/trays`, 'doctor');
    expect(items).toMatchObject([
      {
        id: `${caseId}-T1`,
        status: 'shipped',
        note: '餐厅里丢了',
        shipped: { ...parcel, by: { id: 'p-vendor' } },
      },
    ]);
    expect((await bench.post(`${id}/receive`, { as: 'doctor', body: {} })).status).toBe(200);
    // Nothing is left to send, so the case has left the board.
    expect(await cardOf(caseId)).toBeUndefined();
    expect((await bench.post(`${id}/receive`, { as: 'doctor', body: {} })).status).toBe(409);
  });
  it('is refused by field, and leaves nothing', async () => {
    const caseId = await createCaseWithPast(
      bench,
      playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'orderTray', order]),
    );
    const before = await head();
    const ask = async (body: object) => {
      const { status, data } = await bench.post<{ issues?: { path: string; issue: string }[] }>(
        `/api/cases/${caseId}/trays`,
        { as: 'doctor', body: { ...order, ...body } },
      );
      return [status, ...(data.issues ?? []).map(i => `${i.path}: ${i.issue}`)];
    };
    expect(await ask({ stage: 11 })).toEqual([400, 'stage: stage-not-sent']);
    expect(await ask({ stage: -1 })).toEqual([400, 'stage: too-small']);
    expect(await ask({})).toEqual([400, 'stage: tray-on-its-way']);
    expect(await ask({ why: 'x' })).toEqual([400, 'why: unknown-field']);
    const ship = (body: unknown, id = `${caseId}-T1`, as: TestPersonName = 'vendor') =>
      bench.post(`/api/trays/${id}/actions/ship`, { as, body });
    expect(await ship({ ...parcel, tray: 1 })).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'tray', issue: 'unknown-field' }] },
    });
    expect(await ship({ ...parcel, courier: 9 })).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'courier' }] },
    });
    expect(await ship([parcel])).toMatchObject({ status: 400 });
    expect(await ship(parcel, `${caseId}-T2`)).toMatchObject({ status: 404 });
    expect(await ship({}, `${caseId}-T1`, 'doctor')).toMatchObject({ status: 403 });
    expect(
      await bench.post(`/api/trays/${caseId}-T1/actions/burn`, { as: 'vendor', body: {} }),
    ).toMatchObject({
      status: 404,
    });
    expect(
      await bench.post(`/api/trays/${caseId}-T1/actions/receive`, { as: 'doctor', body: {} }),
    ).toMatchObject({ status: 409 });
    expect(await head()).toBe(before);
  });
  it('of somebody else’s case answers like none', async () => {
    const caseId = await createCaseWithPast(
      bench,
      playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'orderTray', order]),
    );
    for (const step of ['ship', 'receive', 'burn'])
      for (const as of ['doctor2', 'other'] as const) {
        const ask = async (id: string) => {
          const { status, code, data } = await bench.post(`/api/trays/${id}/actions/${step}`, {
            as,
            body: {},
          });
          return { status, code, data };
        };
        expect(await ask(`${caseId}-T1`)).toEqual(await ask('ZZZZZZ-T1'));
        expect(await ask(`${caseId}-T1`)).toMatchObject({ status: 404 });
        expect(await ask(caseId)).toMatchObject({ status: 404 });
      }
  });
});

describe('a batch', () => {
  const approved = { result: 'approved' };
  const planned = (stages: object): CasePast =>
    playSteps(
      pastAt[Status.PlanUnderDesign],
      [
        technician,
        'submitPlan',
        { name: '方案', upperStages: 0, lowerStages: 12, files: ['plan-any'], ...stages },
      ],
      [expert, 'qualityAudit', approved],
      [doctor, 'confirmDoctor', approved],
    );
  const ask = async (caseId: string, body: object) => {
    const { status, data } = await performAction(bench, 'vendor', caseId, 'scheduleProduction', body);
    const { issues = [] } = data as { issues?: { path: string; issue: string }[] };
    return [status, ...issues.map(i => `${i.path}: ${i.issue}`)];
  };
  it('that is empty, of 101, past the end, overlapping, or of an arch outside the plan is refused by its field', async () => {
    const lower = await createCaseWithPast(bench, planned({}));
    const long = await createCaseWithPast(bench, planned({ upperStages: 80, lowerStages: 60 }));
    const second = await createCaseWithPast(
      bench,
      playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'nextBatch']),
    );
    const before = await head();
    expect(await ask(lower, { upper: { from: 1, to: 1 } })).toEqual([400, 'upper: arch-has-none']);
    expect(await ask(lower, { lower: { from: 1, to: 0 } })).toEqual([
      400,
      'lower.to: too-small',
      'lower.to: range-order',
    ]);
    expect(await ask(lower, { lower: { from: 1, to: 13 } })).toEqual([400, 'lower.to: stages-past-end']);
    expect(await ask(lower, { lower: { from: -1, to: 3 } })).toEqual([400, 'lower.from: too-small']);
    expect(await ask(long, { upper: { from: 1, to: 60 }, lower: { from: 1, to: 41 } })).toEqual([
      400,
      'upper: batch-size',
    ]);
    expect(await ask(second, { upper: { from: 10, to: 14 } })).toEqual([
      400,
      'upper.from: stages-contiguous',
    ]);
    expect(await head()).toBe(before);
    expect(await ask(lower, { lower: { from: 1, to: 12 } })).toEqual([200]);
  });
});

describe('the production board', () => {
  it('shows the manufacturer’s own work to make and to send, without patients', async () => {
    const ids = await Promise.all(
      [
        pastAt[Status.PlanAwaitingDoctor],
        pastAt[Status.PrepareProduction],
        pastAt[Status.InProduction],
        playSteps(pastAt[Status.InProduction], [vendor, 'finishBatch']),
        pastAt[Status.Shipping],
        pastAt[Status.AwaitingNextBatch],
      ].map(past => createCaseWithPast(bench, past)),
    );
    const cards = await Promise.all(ids.map(cardOf));
    expect(cards.map(card => card?.status)).toEqual([
      undefined,
      Status.PrepareProduction,
      Status.InProduction,
      Status.InProduction,
      Status.Shipping,
      undefined,
    ]);
    expect(cards[1]).toMatchObject({ plan: { version: 1 }, open: { upper: { from: 1, to: 24 } } });
    expect(cards[3]).toMatchObject({ batch: { batch: 1, finished: { by: { id: 'p-vendor' } } } });
    expect(cards[4]).toMatchObject({ parcel: { shipment: 1, quantity: 20 } });
    expect(JSON.stringify(cards)).not.toContain('张');
    for (const as of ['doctor', 'supervisor', 'admin'] as const)
      expect((await bench.get('/api/shop', { as })).status).toBe(403);
    expect((await bench.get('/api/shop', {})).status).toBe(401);
  });
});
