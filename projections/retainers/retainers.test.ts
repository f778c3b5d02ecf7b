/** Compares the list of retainer orders with the states that a walk folds: who sees which, and the counts. */
import { afterEach, expect, it } from 'vitest';
import { seesCase } from '#events/case/permissions.ts';
import { retainerId, retainerStatus } from '#events/retainer/retainer.ts';
import { openWalkModels, type WalkModels } from '../testing/walk-models.ts';
import { retainerRow } from './view.ts';

const opened: WalkModels[] = [];
afterEach(async () => {
  for (const { models } of opened.splice(0)) await models.close();
});

it('are seen by status, by viewers of their case and nobody else', async () => {
  const all = await openWalkModels({ seed: 19, cases: 40 });
  opened.push(all);
  await all.go(3000);
  const { walk, models } = all;
  const orders = [...walk.states.values()].flatMap(s => s.retainers.map(one => ({ s, one })));
  expect(new Set(orders.map(({ one }) => retainerStatus(one))).size).toBeGreaterThan(2);
  for (const viewer of walk.viewers) {
    const ctx = { viewer, hidden: false, person: models.personRef, logId: models.logId };
    const page = models.ask('/api/retainers', { ctx, query: { size: 100 }, now: 0 });
    const seen = orders.filter(({ s }) => seesCase(viewer, s));
    const ids = seen.map(({ s, one }) => retainerId(s.caseId, one.retainer));
    expect(new Set(page.items.map(item => item.id)), viewer.id).toEqual(new Set(ids));
    expect(page.total).toBe(seen.length);
    for (const status of [1, 2, 3, 4] as const)
      expect(page.counts[status]).toBe(seen.filter(({ one }) => retainerStatus(one) === status).length);
  }
});

it('contain neither the address nor the note to the manufacturer', async () => {
  const all = await openWalkModels({ seed: 18, cases: 30 });
  opened.push(all);
  await all.go(2000);
  const retained = [...all.walk.states.values()].find(s => s.retainers.length > 0);
  const [one] = retained?.retainers ?? [];
  if (!retained || !one) throw new Error('nothing was ordered');
  const text = JSON.stringify(retainerRow(retained, one));
  expect(one.address.length).toBeGreaterThan(0);
  expect(text).not.toContain(one.address);
});
