/** Read models over a walk's log in memory. */

import type { Viewer } from '#events/person/position.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import type { CaseQuery, ReadModels } from '../contract.ts';
import type { PresentCtx } from '../present.ts';
import { openReadModels } from '../readmodels.ts';
import { createWalk, type Walk } from './walk.ts';

export type WalkModels = {
  store: EventStore;
  walk: Walk;
  models: ReadModels;
  /** Takes steps, and waits for the rows to follow. */
  go: (steps: number) => Promise<void>;
  context: (viewer: Viewer | string, hidden?: boolean) => PresentCtx;
};

export const testClock = { now: () => Date.parse('2026-11-20T08:00:00Z') };

export async function openWalkModels(options: {
  seed: number;
  cases?: number;
  minutes?: number;
  dir?: string;
}): Promise<WalkModels> {
  const store = createMemoryStore({ id: `log-${options.seed}` });
  const walk = createWalk({ ...options, log: store });
  await walk.setUp();
  const models = await openReadModels({ store, dir: options.dir ?? ':memory:', clock: testClock });
  const go = async (steps: number) => {
    for (let i = 0; i < steps; i++) await walk.step();
    if (!(await models.reached(await store.head(), 120_000))) throw new Error('the rows did not follow');
  };
  return { store, walk, models, go, context: contextOf(walk, models) };
}

const contextOf =
  (walk: Walk, models: ReadModels): WalkModels['context'] =>
  (who, hidden = false) => {
    const viewer = typeof who === 'string' ? walk.viewers.find(v => v.id === who) : who;
    if (!viewer) throw new Error(`unknown person ${String(who)}`);
    return { viewer, hidden, person: models.personRef, logId: models.logId };
  };

export const allCasesQuery: CaseQuery = {
  tab: 'all',
  sort: 'updatedAt',
  descending: true,
  page: 1,
  size: 100,
};
