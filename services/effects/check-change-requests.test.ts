import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NamedAction } from '#events/case/decider.ts';
import { Status } from '#events/case/status.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { planWith } from '#events/testing/plans.ts';
import { createManualClock, systemIds } from '../clock/clock.ts';
import { createCaseStreams } from '../command/case-streams.ts';
import { createDiskBlobs } from '../files/disk.ts';
import type { DemoCaseSpec } from '../seed/cases.ts';
import { viewersByRole } from '../seed/casting.ts';
import { createFileContents } from '../seed/file-content.ts';
import { playDemo } from '../seed/play-demo.ts';
import { createCheckpoint } from '../vault/checkpoint.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { startEffects, type Worker } from './effect-worker.ts';

const now = Date.parse('2026-11-20T03:00:00Z');
const design: DemoCaseSpec = {
  ...{
    key: 'reviewed',
    owner: 'doctor',
    path: '13 answered',
    treatment: 'crowding',
    tongue: 'zh',
    daysAgo: 1,
    look: 1,
  },
  patient: { name: '张三', gender: 1, birthDate: '2000-01-01' },
};
const contents = createFileContents();
const roles = viewersByRole(design);

let dir: string;
let workers: Worker[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-requests-'));
  workers = [];
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** A case in design whose first plan.json holds nothing but its stages, and helpers that move it on. */
async function world() {
  const { store, stage } = await playDemo(now, [design], contents);
  const blobs = createDiskBlobs(join(dir, 'files'));
  const [vault, clock] = [createMemoryVault(), createManualClock(now)];
  const caseId = stage.players.get(design.key)?.state.caseId ?? '';
  const streams = createCaseStreams({ store, clock }, () => undefined);
  const log = pino({ level: 'silent' });
  const timers = { every: () => () => undefined };
  const deps = { store, vault, clock, timers, streams, blobs, log, ids: systemIds, perform: stage.perform };
  const act = (who: 'expert' | 'assignee' | 'owner', action: NamedAction, input: unknown) =>
    stage.perform.perform(roles[who], { caseId, commandId: systemIds.uuid(), action, input });
  const state = () => streams.load(caseId);
  const { orgId } = await state();
  /** Submits the next version. Stores its bytes unless `missing` is set. */
  const handIn = async (plan: PlanBundle | string, missing = false) => {
    const text = typeof plan === 'string' ? plan : JSON.stringify(plan);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const path = join(dir, `plan-${sha256}`);
    writeFileSync(path, text);
    if (!missing) await blobs.keep({ orgId, sha256 }, path);
    const upload = {
      id: `f-${sha256.slice(0, 16)}`,
      kind: 'plan' as const,
      slot: null,
      sha256,
      size: text.length,
    };
    stage.uploads.set(upload.id, {
      caseId,
      upload: { ...upload, mime: 'application/json', name: 'plan.json' },
    });
    const input = { name: '方案', upperStages: 24, lowerStages: 20, files: [upload.id] };
    if ((await state()).status === Status.PlanAwaitingExpert)
      await act('expert', 'qualityAudit', { result: 'refused', note: '见修改要求' });
    await act('assignee', 'submitPlan', input);
  };
  const ask = async (change: object) =>
    act('expert', 'requestChange', { version: (await state()).plans.length, change });
  const run = async () => {
    const worker = startEffects({
      ...deps,
      sweep: async () => 0,
      escalate: async () => 0,
      recordRules: async () => false,
      erase: async () => 0,
    });
    workers.push(worker);
    await worker.idle();
    await worker.stop();
  };
  const checks = async () =>
    (await state()).requests.map(r => r.checks.map(c => [c.version, c.verdict, c.value ?? c.why ?? '']));
  await handIn(JSON.stringify({ upperStages: 24, lowerStages: 20 }));
  return { ...deps, act, ask, handIn, run, checks, state };
}

const rotate12 = { what: 'movement', tooth: 12, axis: 'rotation', kind: 'total', amount: 24 };
const intrude33 = { what: 'movement', tooth: 33, axis: 'extrusion', kind: 'by', amount: -0.5 };
const rounded = (checks: (string | number)[][][]) =>
  checks.map(of => of.map(c => c.map(v => (typeof v === 'number' ? Math.round(v * 100) / 100 : v))));

describe('checking change requests against a submitted version', () => {
  it('compares the new version with the requests for the previous one', async () => {
    const w = await world();
    await w.handIn(planWith({ teeth: { 12: { rotation: 4 }, 33: { extrusion: -0.5 } } }));
    await w.ask(rotate12);
    await w.ask(intrude33);
    await w.handIn(planWith({ teeth: { 12: { rotation: 24.4 }, 33: { extrusion: -0.8 } } }));
    await w.run();
    expect(rounded(await w.checks())).toEqual([[[3, 'met', 24.4]], [[3, 'partly', -0.8]]]);
    expect((await w.state()).requests[1]?.checks[0]).toMatchObject({
      before: -0.5,
      wanted: -1,
      tolerance: 0.1,
    });
  });
  it('repeats for open requests and keeps the earlier results of met ones', async () => {
    const w = await world();
    await w.handIn(planWith({ teeth: { 12: {}, 33: {} } }));
    await w.ask(rotate12);
    await w.ask(intrude33);
    await w.handIn(planWith({ teeth: { 12: { rotation: 24 }, 33: {} } }));
    await w.run();
    await w.handIn(planWith({ teeth: { 12: {}, 33: { extrusion: -0.5 } } }));
    await w.run();
    expect(rounded(await w.checks())).toEqual([
      [[3, 'met', 24]],
      [
        [3, 'not', 0],
        [4, 'met', -0.5],
      ],
    ]);
  });
  it('checks every version that was submitted while the worker was down', async () => {
    const w = await world();
    await w.ask(rotate12);
    await w.handIn(planWith({ teeth: { 12: { rotation: 12 } } }));
    await w.handIn(planWith({ teeth: { 12: { rotation: 24 } } }));
    await w.run();
    expect(rounded(await w.checks())).toEqual([
      [
        [2, 'not', 12],
        [3, 'met', 24],
      ],
    ]);
  });
  it('reports a version without a readable plan.json as unchecked', async () => {
    const w = await world();
    await w.ask(rotate12);
    await w.ask(intrude33);
    await w.handIn(JSON.stringify({ upperStages: 24, lowerStages: 20 }));
    await w.handIn(planWith({ teeth: { 12: {} } }), true);
    await w.handIn('{');
    await w.handIn(planWith({ teeth: { 12: { rotation: 24 }, 33: {} } }));
    await w.run();
    const no = [2, 3, 4].map(version => [version, 'unmeasured', 'no-plan']);
    expect(rounded(await w.checks())).toEqual([
      [...no, [5, 'met', 24]],
      [...no, [5, 'unmeasured', 'no-earlier']],
    ]);
  });
  it('records one result, however often the log is followed', async () => {
    const w = await world();
    await w.ask(rotate12);
    await w.handIn(planWith({ teeth: { 12: { rotation: 24 } } }));
    await w.run();
    const head = await w.store.head();
    await createCheckpoint(w.vault, w.store.id).write(0n);
    await w.run();
    expect(await w.store.head()).toBe(head);
    const events = [];
    for await (const e of w.store.readAll()) if (e.type === 'RequestsMeasured') events.push(e.by);
    expect(events).toEqual(['system']);
  });
  it('skips requests for the same version, withdrawn requests, and a case without requests', async () => {
    const w = await world();
    await w.ask(rotate12);
    await w.act('expert', 'withdrawChange', { request: 1 });
    await w.handIn(planWith({ teeth: { 12: { rotation: 24 } } }));
    await w.ask(rotate12);
    const head = await w.store.head();
    await w.run();
    expect([await w.checks(), await w.store.head()]).toEqual([[[], []], head]);
  });
});
