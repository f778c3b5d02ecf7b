import { afterEach, describe, expect, it } from 'vitest';
import type { CaseState } from '#events/case/case.ts';
import { seesCase } from '#events/case/permissions.ts';
import type { ReadModels } from '../contract.ts';
import { openWalkModels } from '../testing/walk-models.ts';
import { presentCaseAsOf } from './present.ts';

const opened: ReadModels[] = [];
afterEach(async () => {
  for (const models of opened.splice(0)) await models.close();
});

const nowhere = { find: () => undefined };

type Snapshot = { state: CaseState; position: bigint; at: string };

async function walkedWithSnapshots() {
  const all = await openWalkModels({ seed: 61, cases: 5 });
  opened.push(all.models);
  const snapshots: Snapshot[] = [];
  for (let i = 0; i < 250; i++) {
    const step = await all.walk.step();
    const state = step && all.walk.states.get(step.caseId);
    if (state) snapshots.push({ state, position: await all.store.head(), at: all.walk.now() });
  }
  await all.go(0);
  return { ...all, snapshots };
}

describe('a case as of an earlier moment', () => {
  it('equals the state at that moment, asked by position or by time', async () => {
    const { models, snapshots, context, walk } = await walkedWithSnapshots();
    const ctx = context('admin');
    let compared = 0;
    for (const { state, position, at } of snapshots) {
      const now = walk.states.get(state.caseId);
      if (!now || !seesCase(ctx.viewer, now)) continue;
      const then = await models.caseViewAsOf(ctx, state.caseId, position);
      expect(then).toMatchObject({ revision: state.revision, asOf: state.updatedAt });
      expect(then?.sections).toEqual(state.sections);
      expect(then?.header.status).toBe(state.status);
      // Each step of the walk takes its own minute, so position and time name the same moment.
      const moment = await models.past.moment(Date.parse(at));
      expect(await models.caseViewAsOf(ctx, state.caseId, moment.position)).toEqual(then);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(50);
  });

  it('is undefined before its first event and for viewers who may not see the case', async () => {
    const { models, snapshots, context } = await walkedWithSnapshots();
    const first = snapshots.find(s => s.state.ownerId === 'doctor' && s.state.revision === 0);
    const id = first?.state.caseId ?? '';
    const before = (first?.position ?? 0n) - 1n;
    expect(await models.caseViewAsOf(context('admin'), id, before)).toBeUndefined();
    expect(await models.caseViewAsOf(context('other'), id, first?.position ?? 0n)).toBeUndefined();
    expect(await models.caseViewAsOf(context('admin'), 'NOSUCH', 1n)).toBeUndefined();
  });

  it('offers no actions, and shows the manufacturer nothing from before production', async () => {
    const { snapshots, context, walk } = await walkedWithSnapshots();
    const made = [...walk.states.values()].find(s => s.produced && s.servedBy === 'main' && !s.deleted);
    const early = snapshots.find(s => s.state.caseId === made?.caseId && !s.state.produced);
    if (!made || !early) throw new Error('the walk made nothing');
    expect(presentCaseAsOf(made, early.state, 1n, context('vendor'), nowhere)).toBeUndefined();
    expect(presentCaseAsOf(made, made, 1n, context('vendor'), nowhere)).toBeDefined();
    const view = presentCaseAsOf(made, early.state, 1n, context('supervisor'), nowhere);
    expect(view?.header.actions).toEqual([]);
    expect(new Set(Object.values(view?.may ?? {}))).toEqual(new Set(['notNow']));
  });
});
