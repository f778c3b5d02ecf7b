import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemViewer } from '#events/case/permissions.ts';
import { Status } from '#events/case/status.ts';
import { Refusal } from '#events/errors.ts';
import { binaryStl, stlWithCoordinate, tetrahedronTriangles } from '../../infra/testing/generate/stl.ts';
import { ChildCrashError } from '../childProcess/child.ts';
import { createManualClock, type RepeatingTimers, systemIds } from '../clock/clock.ts';
import { createCaseStreams } from '../command/case-streams.ts';
import { eventIdOf } from '../command/command-ids.ts';
import { refinementCommandId } from '../command/refinement.ts';
import type { EventStore } from '../eventstore/port.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { DemoCaseSpec } from '../seed/cases.ts';
import { createFileContents } from '../seed/file-content.ts';
import { playDemo } from '../seed/play-demo.ts';
import { createCheckpoint } from '../vault/checkpoint.ts';
import { createLease } from '../vault/lease.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { type EffectWorkerDeps, startEffects, type Worker } from './effect-worker.ts';
import { createModelReader, type ModelReader } from './model-reader.ts';
import { maxEffectTries, parkedRetryMs } from './parked-effects.ts';

const now = Date.parse('2026-11-20T03:00:00Z');

/** Timers that fire when `ring` is called. */
function manualTimers(): RepeatingTimers & { ring(): void } {
  const all = new Set<() => void>();
  return {
    every: (_ms, run) => {
      all.add(run);
      return () => all.delete(run);
    },
    ring: () => {
      for (const run of [...all]) run();
    },
  };
}

const spec = (path: DemoCaseSpec['path'], more: Partial<DemoCaseSpec> = {}): DemoCaseSpec => ({
  key: `case-${path}`,
  owner: 'doctor',
  path,
  treatment: 'crowding',
  patient: { name: '张三', gender: 1, birthDate: '2000-01-01' },
  tongue: 'zh',
  daysAgo: 1,
  look: 1,
  ...more,
});

/** Generated once for all tests. */
const contents = createFileContents();

/** A reader that reports every model as sound. */
const sound: ModelReader = async () => ({ triangles: 4, box: [0, 0, 0, 30, 40, 10], found });
const found = {
  kept: 4,
  components: 1,
  rims: 0,
  unit: 'mm' as const,
  fallback: null,
  deviation: { mean: 0, p99: 0, max: 0 },
};

let dir: string;
let workers: Worker[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-effects-'));
  workers = [];
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Scripted cases, their files on disk, and the worker's dependencies. */
async function world(...specs: DemoCaseSpec[]) {
  const { store, stage } = await playDemo(now, specs, contents);
  const blobs = createDiskBlobs(join(dir, 'files'));
  for (const { record, content } of stage.kept) {
    const path = join(dir, record.id);
    writeFileSync(path, content.bytes);
    await blobs.keep({ orgId: record.orgId, sha256: content.sha256 }, path);
  }
  const [vault, clock, timers] = [createMemoryVault(), createManualClock(now), manualTimers()];
  const streams = createCaseStreams({ store, clock }, () => undefined);
  const deps = { store, vault, clock, timers, streams, blobs, ids: systemIds, perform: stage.perform };
  const log = pino({ level: 'silent' });
  const base = {
    ...deps,
    log,
    sweep: async () => 0,
    escalate: async () => 0,
    recordRules: async () => false,
    erase: async () => 0,
    readModel: sound,
  };
  const start = (more: Partial<EffectWorkerDeps> = {}) => {
    const worker = startEffects({ ...base, ...more });
    workers.push(worker);
    return worker;
  };
  const state = (s: DemoCaseSpec) => streams.load(stage.players.get(s.key)?.state.caseId ?? '');
  const blobOf = async (s: DemoCaseSpec, slot: string) => {
    const { orgId, files } = await state(s);
    return await blobs.local({ orgId, sha256: files.find(f => f.slot === slot)?.sha256 ?? '' });
  };
  return { ...base, stage, start, state, blobOf };
}

describe('a case that reaches status 12', () => {
  it('moves to 21 with its model reports, read by a child process', async () => {
    const at12 = spec(Status.CaseProcessing);
    const w = await world(at12);
    await w.start({ readModel: undefined }).idle();
    const { status, models } = await w.state(at12);
    expect(status).toBe(Status.ToDistribute);
    expect(models.map(m => m.triangles)).toEqual([26_316, 26_056]);
    expect(models[0]?.box.map(Math.round)).toEqual([-36, -5, -2, 36, 41, 21]);
    expect(models[0]?.found).toMatchObject({ kept: 26_316, components: 15, unit: 'mm', fallback: null });
    expect(models[0]?.found?.deviation.max).toBeLessThan(1);
  });
  it('returns to 11 with the defects of each model', async () => {
    const at12 = spec(Status.CaseProcessing);
    const w = await world(at12);
    writeFileSync(await w.blobOf(at12, 'upper'), stlWithCoordinate(Number.NaN));
    truncateSync(await w.blobOf(at12, 'lower'), 5000);
    await w.start({ readModel: createModelReader() }).idle();
    const { status, request } = await w.state(at12);
    expect(status).toBe(Status.InfoRequested);
    expect(request?.defects.map(d => [d.slot, d.defects])).toEqual([
      ['upper', ['length']],
      ['lower', ['length']],
    ]);
  });
  it('is prepared once, however often the effect starts', async () => {
    const at12 = spec(Status.CaseProcessing);
    const w = await world(at12);
    await w.start().idle();
    const head = await w.store.head();
    await createCheckpoint(w.vault, w.store.id).write(0n);
    await workers.pop()?.stop();
    await w.start().idle();
    expect(await w.store.head()).toBe(head);
  });
  it('is left alone after it has moved on', async () => {
    const [at12, at10] = [spec(Status.CaseProcessing), spec(Status.ToAccept, { key: 'b' })];
    const w = await world(at12, at10);
    let reads = 0;
    const readModel: ModelReader = async () => {
      const caseId = w.stage.players.get(at12.key)?.state.caseId ?? '';
      if (reads++ === 0) {
        const input = { note: 'wait' };
        const supervisor = {
          id: 'p-supervisor',
          position: 'SuperMechanic',
          orgId: 'archline',
          serves: [],
        } as const;
        await w.perform.perform(supervisor, {
          caseId,
          commandId: systemIds.uuid(),
          action: 'deniedCase',
          input,
        });
      }
      return { triangles: 1, box: [], found };
    };
    await w.start({ readModel }).idle();
    expect((await w.state(at12)).status).toBe(Status.SupervisorRejected);
  });
  it('is refused after three readings without an answer, crashes of the node included', async () => {
    const at12 = spec(Status.CaseProcessing);
    const w = await world(at12);
    const lower = await w.blobOf(at12, 'lower');
    let tries = 0;
    const dying: ModelReader = async path => {
      if (path !== lower) return sound(path, 0);
      tries++;
      throw tries === 1 ? new Error('this node is going down') : new ChildCrashError('SIGKILL');
    };
    const worker = w.start({ readModel: dying });
    await until(() => tries === 1);
    await worker.stop();
    expect((await w.state(at12)).status).toBe(Status.CaseProcessing);
    await w.start({ readModel: dying }).idle();
    expect(tries).toBe(3);
    const { status, request } = await w.state(at12);
    expect([status, request?.defects.map(d => [d.slot, d.defects])]).toEqual([
      Status.InfoRequested,
      [['lower', ['crashed']]],
    ]);
    const left = [];
    for await (const kept of w.vault.list('effect/')) left.push(kept.key);
    expect(left).toEqual([]);
  });
});

/** Runs everything that is ready until a condition holds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(resolve => setImmediate(resolve));
}

describe('reading a model', () => {
  const file = (bytes: Uint8Array) => {
    const path = join(dir, 'model.stl');
    writeFileSync(path, bytes);
    return [path, bytes.length] as const;
  };
  const read = createModelReader();
  it('finds defects that an upload would have rejected', async () => {
    expect(await read(...file(binaryStl(tetrahedronTriangles(40))))).toEqual({
      triangles: 4,
      box: [0, 0, 0, 40, 40, 40],
      found,
    });
    expect(await read(...file(stlWithCoordinate(Number.NaN)))).toEqual({ defect: 'not-a-number' });
    expect(await read(...file(binaryStl(new Float32Array(0))))).toEqual({ defect: 'empty' });
    expect(await read(...file(Buffer.from('a letter')))).toEqual({ defect: 'not-stl' });
    expect(await read(...file(binaryStl(tetrahedronTriangles(5000))))).toEqual({ defect: 'too-large' });
    expect(await read(...file(binaryStl(tetrahedronTriangles(0.01))))).toEqual({ defect: 'too-small' });
    expect(await read(join(dir, 'none.stl'), 84)).toEqual({ defect: 'unreadable' });
  });
  it.each([
    ['in inches', tetrahedronTriangles(60 / 25.4), 'in-inches'],
    ['in centimetres', tetrahedronTriangles(6), 'in-centimetres'],
    ['in metres', tetrahedronTriangles(0.11), 'in-metres'],
    ['in micrometres', tetrahedronTriangles(60_000), 'in-micrometres'],
    ['with triangles of no area', new Float32Array(18).fill(7), 'degenerate'],
    ['with inverted faces', tetrahedronTriangles(40).map((x, i) => (i % 3 === 0 ? -x : x)), 'inside-out'],
  ])('rejects a model %s', async (_what, triangles, defect) => {
    expect(await read(...file(binaryStl(triangles)))).toEqual({ defect });
  });
  it('accepts a model without a plausible unit, and reports the unit as unknown', async () => {
    expect(await read(...file(binaryStl(tetrahedronTriangles(200))))).toMatchObject({
      found: { unit: null },
    });
  });
  it('throws ChildCrashError if the child process hangs, dies or exceeds its memory', async () => {
    const script = (code: string) => {
      const path = join(dir, 'reader.mjs');
      writeFileSync(path, code);
      return path;
    };
    const crash = (code: string, timeMs = 60_000) =>
      createModelReader({ timeMs, heapMb: 20 }, script(code))(...file(binaryStl()));
    await expect(crash('setInterval(() => {}, 1000)', 300)).rejects.toThrow('SIGKILL');
    await expect(crash('process.exit(3)')).rejects.toThrow('exit 3');
    await expect(crash('const all = []; for (;;) all.push(new Array(1e5).fill({}))')).rejects.toThrow(
      ChildCrashError,
    );
    await expect(crash('process.send({ triangles: "many" }); process.disconnect()')).rejects.toThrow(
      'exit 0',
    );
  });
});

describe('a refinement', () => {
  it('is opened by the worker after a crash between its two halves', async () => {
    const at26 = spec(Status.InRefinement);
    const w = await world(at26);
    const { childId, caseId } = await w.state(at26);
    const childStream = `case-${childId}`;
    const events = [];
    for await (const e of w.store.readAll()) if (e.stream !== childStream) events.push(e);
    const torn = await copyOf(events);
    const streams = createCaseStreams({ store: torn, clock: createManualClock(now) }, () => undefined);
    expect((await streams.load(childId ?? '')).revision).toBe(-1);
    await w.start({ store: torn, streams }).idle();
    const child = await streams.load(childId ?? '');
    expect([child.parentId, child.sections.patient.name, child.status]).toEqual([
      caseId,
      '张三',
      Status.ToothMarkersIncomplete,
    ]);
    const opened = events.find(e => e.type === 'RefinementOpened');
    expect(await torn.find(childStream, eventIdOf(refinementCommandId(opened?.id ?? ''), 0))).toBeDefined();
  });
  it('completes its original case when it is completed', async () => {
    const at26 = spec(Status.InRefinement, { daysAgo: 80 });
    const w = await world(
      at26,
      spec('refinement ended', { key: 'child', parent: at26.key, path: 'refinement 10' }),
    );
    const parent = await w.state(at26);
    const child = { caseId: parent.childId ?? '', commandId: systemIds.uuid() };
    const owner = { id: 'p-doctor', position: 'Doctor', orgId: 'archline', serves: [] } as const;
    const worker = w.start();
    await worker.idle();
    await w.perform.perform(owner, { ...child, action: 'withdraw', input: {} });
    await w.perform.perform(owner, {
      ...child,
      commandId: systemIds.uuid(),
      action: 'deleteDraft',
      input: {},
    });
    await worker.idle();
    const after = await w.state(at26);
    expect([parent.status, parent.prior, after.status, after.childId]).toEqual([
      Status.InRefinement,
      Status.AllSent,
      Status.AllSent,
      null,
    ]);
    const ended = await Array.fromAsync(w.store.read(`case-${parent.caseId}`));
    expect(ended.at(-1)).toMatchObject({ by: 'system', data: { how: 'deleted', endedBy: owner.id } });
  });
});

/** Returns a copy of a log, made of the defined events. */
async function copyOf(events: readonly Awaited<ReturnType<EventStore['find']>>[]): Promise<EventStore> {
  const { createRawMemoryStore } = await import('../eventstore/memory.ts');
  const { createVersionedStore } = await import('../eventstore/versioned-store.ts');
  const store = createRawMemoryStore();
  for (const e of events) if (e) await store.append(e.stream, 'any', [e]);
  return createVersionedStore(store);
}

describe('the effect worker', () => {
  it('resumes at its checkpoint, and starts from the beginning in another log', async () => {
    const w = await world(spec(Status.CaseProcessing));
    const worker = w.start();
    await worker.idle();
    await worker.stop();
    const at = await createCheckpoint(w.vault, w.store.id).read();
    expect(at).toBe(await w.store.head());
    expect(await createCheckpoint(w.vault, 'another-log').read()).toBe(0n);
  });
  it('retries a failed effect at the next tick', async () => {
    const at12 = spec(Status.CaseProcessing);
    const w = await world(at12);
    let tries = 0;
    const perform: EffectWorkerDeps['perform'] = {
      perform: async (...args) => {
        if (tries++ === 0) throw new Error('the disk is away for a moment');
        return w.perform.perform(...args);
      },
    };
    const worker = w.start({ perform });
    await until(() => tries === 1);
    const idle = worker.idle();
    await until(async () => {
      w.timers.ring();
      return (await w.state(at12)).status === Status.ToDistribute;
    });
    await idle;
    expect(tries).toBe(2);
  });
  it('parks an effect that keeps failing, continues with others, and retries it every hour', async () => {
    const [bad, good] = [spec(Status.CaseProcessing), spec(Status.CaseProcessing, { key: 'another' })];
    const w = await world(bad, good);
    const { caseId } = await w.state(bad);
    let [broken, tries] = [true, 0];
    const perform: EffectWorkerDeps['perform'] = {
      perform: async (viewer, command) => {
        if (!broken || command.caseId !== caseId) return w.perform.perform(viewer, command);
        tries += 1;
        throw new TypeError('what was never thought of');
      },
    };
    const measures = createMetrics();
    const waiting = async () =>
      (await measures.registry.getSingleMetric('archline_effects_aside')?.get())?.values[0]?.value;
    const worker = w.start({ perform, measures });
    await until(async () => {
      w.timers.ring();
      return (await w.state(good)).status === Status.ToDistribute;
    });
    await worker.idle();
    expect([(await w.state(bad)).status, tries, await waiting()]).toEqual([12, maxEffectTries, 1]);
    w.clock.advance(parkedRetryMs);
    await until(() => {
      w.timers.ring();
      return tries === maxEffectTries + 1;
    });
    expect(await waiting()).toBe(1);
    // Another node, or a fixed release, starts with the parked effects.
    await worker.stop();
    broken = false;
    w.start({ perform });
    await until(async () => (await w.state(bad)).status === Status.ToDistribute);
    await until(async () => (await Array.fromAsync(w.vault.list('effect-aside/'))).length === 0);
  });
  it('drops a parked effect of an erased patient', async () => {
    const at12 = spec(Status.CaseProcessing);
    const w = await world(at12);
    const { caseId } = await w.state(at12);
    await w.stage.perform.erasePatient({ caseId, patient: caseId });
    const readModel: ModelReader = async () => {
      throw new Error('the bytes are gone');
    };
    // The timers never tick, so a retry would wait for ever.
    await w.start({ readModel }).idle();
    expect(await Array.fromAsync(w.vault.list('effect-aside/'))).toEqual([]);
    expect(await w.state(at12)).toMatchObject({ status: Status.CaseProcessing, erased: true });
  });
  it('keeps effects parked by another version, and runs its other chores', async () => {
    const at12 = spec(Status.CaseProcessing);
    const w = await world(at12);
    const { caseId } = await w.state(at12);
    const key = `effect-aside/ofTomorrow/case-${caseId}/0`;
    await w.vault.put(key, 0);
    let swept = 0;
    const escalate = async () => Promise.reject(new Error('one conversation is broken'));
    const worker = w.start({ escalate, sweep: async () => ++swept });
    await until(() => swept === 1);
    await worker.idle();
    expect(await w.vault.get(key)).toBeDefined();
  });
  it('waits for a service that is down, however long, and parks nothing', async () => {
    const at12 = spec(Status.CaseProcessing);
    const w = await world(at12);
    let tries = 0;
    const perform: EffectWorkerDeps['perform'] = {
      perform: async (...args) => {
        if (tries++ < 3 * maxEffectTries) throw new Refusal('logDown');
        return w.perform.perform(...args);
      },
    };
    w.start({ perform });
    await until(async () => {
      w.timers.ring();
      return (await w.state(at12)).status === Status.ToDistribute;
    });
    expect(await Array.fromAsync(w.vault.list('effect-aside/'))).toEqual([]);
  });
  it('runs on one node at a time; another takes over when the lease has expired', async () => {
    const at12 = spec(Status.CaseProcessing);
    const w = await world(at12);
    const dead = createLease(w.vault, w.clock, 'effects', 'a node that died', 30_000);
    expect(await dead.hold()).toBe(true);
    const worker = w.start();
    const idle = worker.idle();
    for (let i = 0; i < 50; i++) {
      w.timers.ring();
      await new Promise(resolve => setImmediate(resolve));
    }
    expect((await w.state(at12)).status).toBe(Status.CaseProcessing);
    w.clock.advance(30_000);
    await until(async () => {
      w.timers.ring();
      return (await w.state(at12)).status === Status.ToDistribute;
    });
    await idle;
    expect(await dead.hold()).toBe(false);
    await worker.stop();
    expect(await dead.hold()).toBe(true);
  });
  it('sweeps at once and then every six hours', async () => {
    let swept = 0;
    const w = await world(spec(Status.ToSubmit));
    const sweep = async () => ++swept;
    w.start({ sweep });
    await until(() => swept === 1);
    w.clock.advance(6 * 3_600_000 - 1);
    for (let i = 0; i < 20; i++) {
      w.timers.ring();
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(swept).toBe(1);
    w.clock.advance(1);
    await until(() => {
      w.timers.ring();
      return swept === 2;
    });
  });
});

it('accepts model reports from the system only', async () => {
  const at12 = spec(Status.CaseProcessing);
  const w = await world(at12);
  const { caseId } = await w.state(at12);
  const command = {
    caseId,
    commandId: systemIds.uuid(),
    action: 'modelsPrepared',
    input: { models: [] },
  } as const;
  const admin = { ...systemViewer, id: 'p-admin', orgId: 'archline' };
  await expect(w.perform.perform(admin, command)).rejects.toMatchObject({ refusal: 'notPermitted' });
});
