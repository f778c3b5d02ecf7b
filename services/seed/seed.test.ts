import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayInZone, defaultZone } from '#events/case/calendar.ts';
import { type CaseState, foldCase, initialCaseState } from '#events/case/case.ts';
import { Status, statusCodes, statusesByGroup } from '#events/case/status.ts';
import { recordOf } from '#events/streams.ts';
import { createManualClock } from '../clock/clock.ts';
import { createModelReader } from '../effects/model-reader.ts';
import { createRawMemoryStore } from '../eventstore/memory.ts';
import type { EventStore } from '../eventstore/port.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { inspectFile } from '../files/inspect.ts';
import { createUploadRecords, isFinishedUpload } from '../files/upload-record.ts';
import { createPasswords } from '../people/passwords.ts';
import { createSubjectKeyring } from '../vault/keyring.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { createSealedStore } from '../vault/sealed-store.ts';
import { demoCases, lifecyclePaths } from './cases.ts';
import { createFileContents } from './file-content.ts';
import { demoPeople } from './people.ts';
import { seedDemo } from './seed.ts';
import { demoSteps } from './steps.ts';

const now = Date.parse('2026-11-20T03:00:00Z');
const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const dirs: string[] = [];
/** Generated once for all tests. */
const contents = createFileContents();

function world() {
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-seed-'));
  dirs.push(dataDir);
  const vault = createMemoryVault();
  const keyring = createSubjectKeyring(vault, Buffer.alloc(32, 7));
  const inner = createRawMemoryStore();
  const store = createVersionedStore(createSealedStore(inner, { keyring }));
  const blobs = createDiskBlobs(join(dataDir, 'files'));
  return { dataDir, vault, keyring, inner, store, blobs, clock: createManualClock(now), cost, contents };
}
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

async function casesOf(store: EventStore): Promise<Map<string, CaseState>> {
  const states = new Map<string, CaseState>();
  for await (const e of store.readAll({ filter: { streamPrefix: 'case-' } }))
    states.set(e.stream, foldCase(states.get(e.stream) ?? initialCaseState, [recordOf('case', e)]));
  return states;
}

/** A world with the demo, which the tests do not change. */
const w = world();
let states: CaseState[];
beforeAll(async () => {
  const said: string[] = [];
  expect(await seedDemo({ ...w, said: line => void said.push(line) })).toBe(demoCases.length);
  expect(said).toEqual([expect.stringMatching('once, about a minute')]);
  states = [...(await casesOf(w.store)).values()];
});

describe('the demo', () => {
  it('has a case in every status, each at the end of its path', () => {
    const found = new Set<Status>(states.map(s => s.status));
    const lacking = statusCodes.filter(s => !found.has(s));
    expect(lacking, 'give `paths` and `rows` of seed/cases.ts a case at these statuses').toEqual([]);
    expect(states.length).toBeGreaterThanOrEqual(40);
    for (const group of Object.values(statusesByGroup))
      expect(group.length === 0 || group.some(s => found.has(s))).toBe(true);
    const at = (name: string) =>
      states.find(s => s.sections.patient.name === name && s.parentId === null)?.status;
    for (const { path, patient, key } of demoCases.filter(c => !c.parent)) {
      const [, status] = /^(\d+)/.exec(path === undefined ? '' : String(path)) ?? [];
      if (status !== undefined && key !== 'case-91')
        expect([patient.name, at(patient.name)]).toEqual([patient.name, Number(status)]);
    }
    expect(Object.keys(lifecyclePaths).filter(p => !demoCases.some(c => String(c.path) === p))).toEqual([]);
    const taken = new Set<string>(Object.values(lifecyclePaths).flat());
    expect(Object.keys(demoSteps).filter(step => !taken.has(step))).toEqual([]);
  });
  it('is in order of time, over months, and never in the future', async () => {
    const times: string[] = [];
    for await (const e of w.store.readAll()) times.push(e.at);
    expect(times).toEqual([...times].sort());
    expect(Date.parse(times.at(-1) ?? '')).toBeLessThanOrEqual(now);
    const first = states.map(s => s.createdAt).sort()[0] ?? '';
    expect((now - Date.parse(first)) / 86_400_000).toBeGreaterThan(100);
  });
  it('has no aligner worn before its parcel arrived', () => {
    const worn = states.filter(s => s.wear);
    expect(worn.length).toBeGreaterThan(3);
    for (const { wear, shipments, caseId } of worn) {
      const came = shipments.flatMap(sent => sent.receivedAt ?? []).toSorted()[0] ?? '';
      expect([caseId, (wear?.start ?? '') >= dayInZone(defaultZone, Date.parse(came))]).toEqual([
        caseId,
        true,
      ]);
    }
  });
  it('stores every file that its events name, as its record says', async () => {
    const records = createUploadRecords(w.vault);
    const files = states.flatMap(s => [...s.files, ...s.plans.flatMap(p => p.files)]);
    expect(files.length).toBeGreaterThan(300);
    for (const file of files) {
      const record = (await records.get(file.id))?.record;
      if (!record || !isFinishedUpload(record)) throw new Error(`no record of ${file.id}`);
      expect([record.kept, record.finished.sha256, record.size]).toEqual([true, file.sha256, file.size]);
      expect(await w.blobs.size({ orgId: record.orgId, sha256: file.sha256 })).toBe(file.size);
    }
  });
  it('has files that the upload checks accept', async () => {
    const records = createUploadRecords(w.vault);
    const seen = new Set<string>();
    for await (const r of records.all()) {
      if (!isFinishedUpload(r) || seen.has(r.finished.sha256)) continue;
      seen.add(r.finished.sha256);
      const path = await w.blobs.local({ orgId: r.orgId, sha256: r.finished.sha256 });
      const { mime, sha256, stages } = await inspectFile(path, r.kind, r.size);
      expect({ mime, sha256, stages }).toEqual({
        mime: r.finished.mime,
        sha256: r.finished.sha256,
        stages: r.finished.stages,
      });
    }
    // Pictures differ by patient, scans and plans by treatment, with at most two versions.
    expect(seen.size).toBeLessThan(80);
  });
  it('returns a model with its defect: a scanner set to inches', async () => {
    const refused = states.find(s => s.status === Status.InfoRequested && s.request?.defects.length);
    const file = refused?.files.find(f => f.id === refused.request?.defects[0]?.fileId);
    const path = await w.blobs.local({ orgId: 'archline', sha256: file?.sha256 ?? '' });
    expect(await createModelReader()(path, file?.size ?? 0)).toEqual({ defect: 'too-large' });
  });
  it('lets everybody sign in', async () => {
    const passwords = createPasswords(w.vault, cost);
    for (const { personId } of demoPeople)
      expect(await passwords.check(personId, 'archline1')).toEqual(expect.any(String));
  });
  it('writes nothing personal in the clear', async () => {
    const names = demoCases.map(c => c.patient.name);
    for await (const e of w.inner.readAll())
      expect(
        names.filter(name =>
          JSON.stringify(e, (_k, v) => (typeof v === 'bigint' ? String(v) : v)).includes(name),
        ),
      ).toEqual([]);
  });
  it('is made once, and only in an empty log', async () => {
    const head = await w.store.head();
    const said: string[] = [];
    expect(await seedDemo({ ...w, said: line => void said.push(line) })).toBe(0);
    expect(said).toEqual([]);
    expect(await w.store.head()).toBe(head);
    const used = world();
    await used.store.append('directory', 'none', [
      { type: 'PersonFrozen', data: { personId: 'p' }, id: 'e', at: '', by: 'system' },
    ]);
    expect(await seedDemo(used)).toBe(0);
    expect(await used.store.head()).toBe(1n);
  });
});

it('continues after an interrupted start and ends the same', async () => {
  const cut = world();
  let left = 300;
  const store: EventStore = {
    ...cut.store,
    append: async (stream, expected, events) => {
      left -= events.length;
      if (left < 0) throw new Error('the power went');
      return cut.store.append(stream, expected, events);
    },
  };
  await expect(seedDemo({ ...cut, store })).rejects.toThrow('the power went');
  expect(Number(await cut.store.head())).toBeGreaterThan(200);
  expect(Number(await cut.store.head())).toBeLessThanOrEqual(300);
  cut.clock.advance(3_600_000);
  await seedDemo(cut);
  expect(await cut.store.head()).toBe(await w.store.head());
  expect(await casesOf(cut.store)).toEqual(await casesOf(w.store));
  expect(readdirSync(join(cut.dataDir, 'uploads'))).toEqual([]);
});

it('keeps its order in a log that may reorder appends', async () => {
  const idsOf = async (store: EventStore) => {
    const ids: string[] = [];
    for await (const { id } of store.readAll()) ids.push(id);
    return ids;
  };
  const wire = world();
  let appends = 0;
  const store: EventStore = {
    ...wire.store,
    append: async (...args) => {
      if (appends++ % 3 === 0) await new Promise(resolve => setImmediate(resolve));
      return wire.store.append(...args);
    },
  };
  await seedDemo({ ...wire, store });
  expect(await idsOf(wire.store)).toEqual(await idsOf(w.store));
});
