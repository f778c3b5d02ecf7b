/** Corrects a wrong tracking number, and finds a parcel by its number. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { parcel, pastAt, playSteps } from '#events/testing/past.ts';
import { doctor, vendor } from '#events/testing/people.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { OpenParcel } from '#projections/parcels/row.ts';
import type { ProductionBoardItem } from '#projections/shop/item.ts';
import { performAction } from './testing/case-steps.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
});
afterAll(() => bench.close());

const read = async <D>(path: string, as: TestPersonName = 'vendor') =>
  (await bench.get<D>(path, { as })).data;
type Found = { items: OpenParcel[]; hidden: number };
const found = (number: string) => read<Found>(`/api/parcels?trackingNumber=${number}`);
const right = { courier: 1, trackingNumber: 'SF1234567890' };

test('a corrected tracking number is on every page, and the history has both', async () => {
  const caseId = await createCaseWithPast(bench, pastAt[Status.Shipping]);
  expect((await performAction(bench, 'vendor', caseId, 'correctParcel', right)).data.status).toBe(
    Status.Shipping,
  );
  const { items } = await read<{ items: ProductionBoardItem[] }>('/api/shop');
  expect(items.find(card => card.caseId === caseId)?.parcel).toMatchObject(right);
  expect(await read(`/api/cases/${caseId}/shipments`, 'doctor')).toMatchObject({ items: [right] });
  for (const as of ['doctor', 'vendor'] as const) {
    const history = await read<{ items: HistoryItem[] }>(`/api/cases/${caseId}/history`, as);
    const line = history.items.find(item => item.type === 'ParcelCorrected');
    expect(line?.facts).toMatchObject({ how: 'both', from: parcel.trackingNumber, ...right });
  }
});

test('a tracking number is found only while its parcel is in transit', async () => {
  const number = 'EMS777000777';
  const sent = { courier: 2, trackingNumber: number };
  const order = { arch: 'upper', stage: 4, reason: 'lost' } as const;
  const [shipped, tray] = [
    await createCaseWithPast(bench, playSteps(pastAt[Status.InProduction], [vendor, 'ship', sent])),
    await createCaseWithPast(
      bench,
      playSteps(
        pastAt[Status.AwaitingNextBatch],
        [doctor, 'orderTray', order],
        [vendor, 'shipTray', { tray: 1, ...sent }],
      ),
    ),
  ];
  const ids = async () => (await found(number)).items.map(({ id }) => id).sort();
  expect(await ids()).toEqual([`${shipped}-S1`, `${tray}-T1`].sort());
  // A longer tracking number with the same beginning belongs to another parcel.
  expect((await found(`${number}1`)).items).toEqual([]);
  expect((await found(number.slice(0, -1))).items).toEqual([]);

  await performAction(bench, 'vendor', shipped, 'correctParcel', { ...sent, trackingNumber: 'EMS777000778' });
  expect(await ids()).toEqual([`${tray}-T1`]);
  await performAction(bench, 'doctor', tray, 'receiveTray', { tray: 1 });
  expect(await ids()).toEqual([]);
});

test('the search by tracking number is for the manufacturer only', async () => {
  const asked = await bench.get('/api/parcels?trackingNumber=EMS123456789', { as: 'doctor' });
  expect(asked.status).toBe(403);
  expect((await bench.get('/api/parcels', { as: 'vendor' })).status).toBe(400);
});
