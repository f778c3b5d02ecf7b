import { afterEach, describe, expect, it } from 'vitest';
import { openActions, sees, waitsFor } from '#events/case/may.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { CaseQuery, ReadModels } from './contract.ts';
import { openReadModels } from './readmodels.ts';
import { createWalk, type Walk } from './testing/walk.ts';

const clock = { now: () => Date.parse('2026-11-20T08:00:00Z') };
const opened: ReadModels[] = [];
afterEach(async () => {
  for (const models of opened.splice(0)) await models.close();
});

async function walked(seed: number, steps: number) {
  const store = createMemoryStore({ id: `log-${seed}` });
  const walk = createWalk({ seed, log: store });
  await walk.setUp();
  const models = await openReadModels({ store, dir: ':memory:', clock });
  opened.push(models);
  for (let i = 0; i < steps; i++) await walk.step();
  expect(await models.reached(await store.head(), 5000)).toBe(true);
  return { store, walk, models };
}

const everything: CaseQuery = { tab: 'all', sort: 'updatedAt', descending: true, page: 1, size: 100 };

function contextOf(models: ReadModels, viewer: Walk['viewers'][number], hidden = false) {
  return { viewer, hidden, person: models.personRef, logId: models.logId };
}

describe('read models after a walk', () => {
  it.each([1, 2, 3])('agree with the states that the walk folded by itself (seed %i)', async seed => {
    const { walk, models } = await walked(seed, 600);
    for (const [id, state] of walk.states) expect(models.state(id)).toEqual(state);
    for (const viewer of walk.viewers) {
      const mine = [...walk.states.values()].filter(s => sees(viewer, s));
      const listed = models.caseItems(contextOf(models, viewer), everything);
      expect(listed.items.map(i => i.caseId).sort()).toEqual(
        mine
          .filter(s => !s.archived)
          .map(s => s.caseId)
          .sort(),
      );
      for (const item of listed.items) {
        const state = walk.states.get(item.caseId);
        expect(item.actions).toEqual(state && openActions(viewer, state));
        expect(item.waits).toBe(state && waitsFor(viewer, state));
      }
      const counts = models.counts(viewer);
      expect(counts.filters[0]).toBe(mine.filter(s => !s.archived).length);
      expect(counts.waiting).toBe(mine.filter(s => waitsFor(viewer, s)).length);
    }
  });
});
