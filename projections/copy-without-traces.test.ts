/**
 * Searches the raw bytes of all files of rows after erasures, because not even freed pages may contain a part of the
 * names.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import { systemIds } from '#services/clock/clock.ts';
import { createRawMemoryStore } from '#services/eventstore/memory.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { openFolderSnapshots } from '#services/snapshots/folder.ts';
import { createSnapshots } from '#services/snapshots/snapshots.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { pinyinWords } from './caseList/words.ts';
import { openReadModels, type ReadModels } from './readmodels.ts';
import { createWalk } from './testing/walk.ts';
import { testClock } from './testing/walk-models.ts';

/** Names that no generated person has. Their syllables occur in no other text of the program. */
const names = ['佟嫩褪', '邝怂耨', '闵虐趸', '郗瓤囔'];
/**
 * Bytes of a name that the word index may share with a neighbouring entry, because it stores only what follows a common
 * prefix.
 */
const sharedMost = 3;

let dir: string;
const opened = new Set<ReadModels>();
beforeEach(() => {
  opened.clear();
  dir = mkdtempSync(join(tmpdir(), 'archline-traceless-'));
});
afterEach(async () => {
  for (const models of opened) await models.close();
  rmSync(dir, { recursive: true });
});

async function close(models: ReadModels): Promise<void> {
  opened.delete(models);
  await models.close();
}

/** The identifying parts of a name: itself, and its pinyin without the first letters. */
function tracesOf(name: string): string[] {
  const whole = pinyinWords(name).reduce((a, b) => (b.length > a.length ? b : a), '');
  return [name, ...Array.from({ length: sharedMost + 1 }, (_, from) => whole.slice(from))];
}

/** Names with a trace in some file of the folder. */
function found(folder = dir): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const texts = files.map(entry => readFileSync(join(entry.parentPath, entry.name)));
  return names.filter(name => tracesOf(name).some(trace => texts.some(text => text.includes(trace))));
}

async function installation() {
  const keyring = createSubjectKeyring(createMemoryVault(), Buffer.alloc(32, 1));
  const store = createVersionedStore(createSealedStore(createRawMemoryStore({ id: 'sealed' }), { keyring }));
  const walk = createWalk({ seed: 5, log: store, cases: 40 });
  await walk.setUp();
  for (let i = 0; i < 900; i++) await walk.step();
  const cases = [...walk.states.values()].filter(
    s => s.orgId === 'main' && !s.deleted && s.sections.patient.name,
  );
  const stamp = () => ({ at: new Date(testClock.now()).toISOString(), id: crypto.randomUUID() });
  const named = names.map((name, i) => {
    const state = cases[i];
    if (!state) throw new Error('too few cases');
    return { name, state };
  });
  const rename = async (to: (name: string) => string) => {
    for (const { name, state } of named) {
      const { name: _old, ...rest } = state.sections.patient;
      const event = { ...stamp(), type: 'SectionSaved', by: state.ownerId, subject: state.caseId };
      const personal = { value: { patient: { ...rest, name: to(name) } } };
      await store.append(caseStreamOf(state.caseId), 'any', [
        { ...event, data: { to: state.status, section: 'patient', fields: ['name'] }, personal },
      ]);
    }
    return store.head();
  };
  const erase = async (from = 0, to = names.length) => {
    for (const { state } of named.slice(from, to)) {
      const event = { ...stamp(), type: 'PatientErased', by: 'system', data: { patient: state.caseId } };
      await store.append(caseStreamOf(state.caseId), 'any', [event]);
    }
    return store.head();
  };
  const open = async () => {
    const models = await openReadModels({ store, dir, clock: testClock });
    opened.add(models);
    return models;
  };
  return { rename, erase, open };
}

const caughtUp = async (models: ReadModels, position: bigint) => {
  expect(await models.reached(position, 120_000)).toBe(true);
};

/** Makes FTS5 merge its segments, as it does by itself after enough changes. Pages with words become free. */
function mergeWords(): void {
  for (const name of readdirSync(dir).filter(file => file.endsWith('.db'))) {
    const db = new DatabaseSync(join(dir, name));
    db.exec("INSERT INTO words (words) VALUES ('optimize');");
    db.close();
  }
}

it('an erased name and its pinyin are in no byte of the files, freed pages included, nor after a restart', async () => {
  const { rename, erase, open } = await installation();
  const models = await open();
  await caughtUp(models, await rename(name => name));
  await close(models);
  const again = await open();
  expect(found()).toEqual(names);
  // These pages become free before any erasure, when nothing cleans up.
  await caughtUp(again, await rename(() => '周舟'));
  await close(again);
  mergeWords();
  expect(found()).not.toEqual([]);
  const later = await open();
  await caughtUp(later, await rename(name => name));
  await caughtUp(later, await erase());
  await later.cleaned();
  expect(found()).toEqual([]);
  await close(later);
  expect(found()).toEqual([]);
  const last = await open();
  expect(found()).toEqual([]);
  await close(last);
});

it('a file from a version that left traces is cleaned when it is opened', async () => {
  const { rename, open } = await installation();
  const models = await open();
  await caughtUp(models, await rename(name => name));
  await close(models);
  const renamed = await open();
  await caughtUp(renamed, await rename(() => '周舟'));
  await close(renamed);
  mergeWords();
  const [file = ''] = readdirSync(dir).filter(name => name.endsWith('.db'));
  const db = new DatabaseSync(join(dir, file));
  db.exec("DELETE FROM meta WHERE name = 'traces';");
  db.close();
  expect(found()).not.toEqual([]);
  await open();
  expect(found()).toEqual([]);
});

it('an erasure during the cleaning of another one is cleaned too, while the rows answer', async () => {
  const { rename, erase, open } = await installation();
  const models = await open();
  await caughtUp(models, await rename(name => name));
  await caughtUp(models, await erase(0, 2));
  const cleaning = models.cleaned();
  await caughtUp(models, await erase(2));
  expect(models.directory().people.size).toBeGreaterThan(0);
  await cleaning;
  expect(found()).toEqual([]);
  await close(models);
});

/** Snapshots in a folder, with the names found in an opened one; undefined if there is none. */
function snapshotsIn(kept: string) {
  const snapshots = createSnapshots({
    store: openFolderSnapshots(kept),
    key: Buffer.alloc(32, 7),
    dir,
    clock: testClock,
    ids: systemIds,
    log: { info: () => undefined, warn: () => undefined },
  });
  let kind = '';
  const make = (models: ReadModels) =>
    snapshots.make({
      snapshot: async into => {
        kind = await models.snapshot(into);
        return kind;
      },
    });
  const namesInOpened = async () => {
    const folder = mkdtempSync(join(dir, 'opened-'));
    const names = (await snapshots.fetch(kind, join(folder, 'rows'))) ? found(folder) : undefined;
    rmSync(folder, { recursive: true });
    return names;
  };
  return { make, namesInOpened, dropAll: snapshots.dropAll };
}

it('a snapshot from before an erasure is dropped, and the next one has no trace', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'archline-kept-'));
  const { make, namesInOpened, dropAll } = snapshotsIn(kept);
  const { rename, erase, open } = await installation();
  const models = await open();
  await caughtUp(models, await rename(name => name));
  await make(models);
  expect([found(kept), await namesInOpened()]).toEqual([[], names]);
  await caughtUp(models, await erase());
  await models.cleaned();
  await dropAll();
  expect([readdirSync(kept), await namesInOpened()]).toEqual([[], undefined]);
  await make(models);
  expect([readdirSync(kept).length, await namesInOpened()]).toEqual([1, []]);
  rmSync(kept, { recursive: true });
});
