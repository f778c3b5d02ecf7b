/** Corrects a wrong tracking number, and finds the parcel that has a number. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { parcel, pastAt, playSteps } from '#events/testing/past.ts';
import { doctor, vendor } from '#events/testing/people.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { OpenParcel } from '#projections/parcels/row.ts';
import type { ShopItem } from '#projections/shop/item.ts';
import { type Bench, type Name, openBench } from './testing/bench.ts';
import { caseWith } from './testing/given.ts';
import { act } from './testing/walk.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const read = async <D>(path: string, as: Name = 'vendor') => (await bench.get<D>(path, { as })).data;
type Found = { items: OpenParcel[]; hidden: number };
const found = (number: string) => read<Found>(`/api/parcels?trackingNumber=${number}`);
const right = { courier: 1, trackingNumber: 'SF1234567890' };

test('a corrected number is on every page, and the history has both', async () => {
  const caseId = await caseWith(bench, pastAt[Status.Shipping]);
  expect((await act(bench, 'vendor', caseId, 'correctParcel', right)).data.status).toBe(Status.Shipping);
  const { items } = await read<{ items: ShopItem[] }>('/api/shop');
  expect(items.find(card => card.caseId === caseId)?.parcel).toMatchObject(right);
  expect(await read(`/api/cases/${caseId}/shipments`, 'doctor')).toMatchObject({ items: [right] });
  for (const as of ['doctor', 'vendor'] as const) {
    const history = await read<{ items: HistoryItem[] }>(`/api/cases/${caseId}/history`, as);
    const line = history.items.find(item => item.type === 'ParcelCorrected');
    expect(line?.facts).toMatchObject({ how: 'both', from: parcel.trackingNumber, ...right });
  }
});

test('a number is found while its parcel is on its way, and no longer', async () => {
  const number = 'EMS777000777';
  const sent = { courier: 2, trackingNumber: number };
  const order = { arch: 'upper', stage: 4, reason: 'lost' } as const;
  const [shipped, tray] = [
    await caseWith(bench, playSteps(pastAt[Status.InProduction], [vendor, 'ship', sent])),
    await caseWith(
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
  // A longer number that begins alike is another one.
  expect((await found(`${number}1`)).items).toEqual([]);
  expect((await found(number.slice(0, -1))).items).toEqual([]);

  await act(bench, 'vendor', shipped, 'correctParcel', { ...sent, trackingNumber: 'EMS777000778' });
  expect(await ids()).toEqual([`${tray}-T1`]);
  await act(bench, 'doctor', tray, 'receiveTray', { tray: 1 });
  expect(await ids()).toEqual([]);
});

test('is asked by the manufacturer alone', async () => {
  const asked = await bench.get('/api/parcels?trackingNumber=EMS123456789', { as: 'doctor' });
  expect(asked.status).toBe(403);
  expect((await bench.get('/api/parcels', { as: 'vendor' })).status).toBe(400);
});
