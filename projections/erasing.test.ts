/** A node learns of an erasure from the log, and from then on its rows contain nothing of the patient. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import { chatStreamOf, conversationIdOfCase } from '#events/chat/conversation.ts';
import { createRawMemoryStore } from '#services/eventstore/memory.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import type { SavedRowsAnnouncement } from './contract.ts';
import { openReadModels, type ReadModels } from './readmodels.ts';
import { createWalk } from './testing/walk.ts';
import { allCasesQuery, testClock } from './testing/walk-models.ts';

const secret = '侧貌照片';

let dir: string;
let opened: ReadModels[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-erasing-'));
  opened = [];
});
afterEach(async () => {
  for (const models of opened) await models.close();
  rmSync(dir, { recursive: true });
});

/** Creates a log with its vault, and nodes that share nothing else. */
async function installation() {
  const [inner, vault] = [createRawMemoryStore({ id: 'sealed' }), createMemoryVault()];
  const door = () => {
    const keyring = createSubjectKeyring(vault, Buffer.alloc(32, 1));
    return { keyring, store: createVersionedStore(createSealedStore(inner, { keyring })) };
  };
  const { store, keyring } = door();
  const walk = createWalk({ seed: 71, log: store, cases: 10 });
  await walk.setUp();
  for (let i = 0; i < 400; i++) await walk.step();
  const found = [...walk.states.values()].find(s => s.plans.length > 0 && s.orgId === 'main' && !s.deleted);
  if (!found) throw new Error('no case');
  const { caseId, ownerId } = found;
  const stamp = { at: new Date(testClock.now()).toISOString(), by: ownerId };
  const say = async (on = store) => {
    const data = { client: '', files: [], refs: [], replyTo: null, mentions: [] };
    const of = { ...stamp, id: crypto.randomUUID(), type: 'MessageSent', subject: caseId };
    await on.append(chatStreamOf(conversationIdOfCase(caseId)), 'any', [
      { ...of, data, personal: { text: secret, names: [] } },
    ]);
  };
  const erase = async () => {
    const id = crypto.randomUUID();
    const erased = { ...stamp, id, by: 'system', type: 'PatientErased', data: { patient: caseId } };
    await store.append(caseStreamOf(caseId), 'any', [erased]);
    return store.head();
  };
  const open = async (name: string, snapshots?: Parameters<typeof openReadModels>[0]['snapshots']) => {
    const models = await openReadModels({ store: door().store, dir: name, clock: testClock, snapshots });
    opened.push(models);
    return models;
  };
  await say();
  const name = found.sections.patient.name ?? '';
  return { keyring, door, say, erase, open, caseId, name, walk, state: found };
}

const onDisk = (text: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .filter(entry => readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(entry => entry.name);

function shownBy(models: ReadModels, { walk, caseId, name }: Awaited<ReturnType<typeof installation>>) {
  const admin = walk.viewers.find(v => v.id === 'admin');
  if (!admin) throw new Error('no admin');
  const ctx = { viewer: admin, hidden: false, person: models.personRef, logId: models.logId };
  const view = models.caseView(ctx, caseId);
  const listed = models.caseItems(ctx, { ...allCasesQuery, keyword: name }).items.map(i => i.caseId);
  const names = { person: models.personRef, logId: models.logId };
  const said = models.saidPage(names, conversationIdOfCase(caseId), { after: 0, size: 100 }).map(m => m.text);
  const may = view && [...new Set(Object.values(view.may))].filter(answer => answer === 'yes');
  return {
    erased: view?.erased,
    name: view?.header.patientName,
    listed: listed.includes(caseId),
    said,
    may,
    actions: view?.header.actions,
    status: view?.header.status,
    waits: view?.header.waits,
  };
}

function historyOf(models: ReadModels, { walk, caseId }: Awaited<ReturnType<typeof installation>>) {
  const admin = walk.viewers.find(v => v.id === 'admin');
  if (!admin) throw new Error('no admin');
  const ctx = { viewer: admin, hidden: false, person: models.personRef, logId: models.logId };
  return models.history(ctx, caseId);
}

const nothing = (status: number | undefined, said: string[] = ['']) => ({
  erased: true,
  name: '',
  listed: false,
  said,
  may: [],
  actions: [],
  status,
  waits: false,
});

describe('an erased patient', () => {
  it('leaves the rows of a node that follows, even while the vault still holds the key', async () => {
    const all = await installation();
    const models = await all.open(dir);
    expect(shownBy(models, all)).toMatchObject({
      erased: false,
      name: all.name,
      listed: true,
      said: [secret],
    });
    expect(onDisk(secret)).not.toEqual([]);
    const lines = () => historyOf(models, all)?.map(({ type, position }) => ({ type, position }));
    const before = lines();
    const announced: SavedRowsAnnouncement[] = [];
    models.onAnnounce(one => announced.push(one));
    const head = await all.erase();
    await models.reached(head, 120_000);
    expect(shownBy(models, all)).toEqual(nothing(all.state.status));
    // Viewers of the case or its conversation get the change at a position newer than the rows on screen.
    const pushed = announced.flatMap(one => one.changes).filter(change => change.position === head);
    // Past lines are found by their positions, which an erasure does not change.
    expect(lines()?.slice(0, -1)).toEqual(before);
    expect(lines()?.at(-1)?.type).toBe('PatientErased');
    expect(pushed.map(change => change.view)).toEqual(
      expect.arrayContaining(['case', 'caseList', 'chatMessages']),
    );
    await models.cleaned();
    expect([onDisk(all.name), onDisk(secret)]).toEqual([[], []]);
  });

  it('stays out of rows on another node that had read the events before it heard of the erasure', async () => {
    const all = await installation();
    const models = await all.open(dir);
    const late = all.door();
    await late.keyring.obtain(all.caseId);
    await all.erase();
    await all.say(late.store);
    await models.reached(await late.store.head(), 120_000);
    expect(shownBy(models, all)).toEqual(nothing(all.state.status, ['', '']));
    await models.cleaned();
    expect(onDisk(secret)).toEqual([]);
  });

  it('leaves the rows and the kept files of a node that was down during the erasure', async () => {
    const all = await installation();
    await (await all.open(dir)).close();
    opened = [];
    expect(onDisk(secret)).toEqual(['rows-1.db']);
    await all.erase();
    expect(shownBy(await all.open(dir), all)).toEqual(nothing(all.state.status));
    expect([onDisk(all.name), onDisk(secret)]).toEqual([[], []]);
  });

  it('leaves the rows of a node that starts from an older snapshot', async () => {
    const all = await installation();
    const kept = await all.open(dir);
    const copy = join(dir, 'copy');
    await kept.snapshot(copy);
    await all.erase();
    const fetch = async (_kind: string, into: string) => {
      copyFileSync(copy, into);
      return true;
    };
    const other = mkdtempSync(join(tmpdir(), 'archline-erasing-other-'));
    try {
      expect(shownBy(await all.open(other, { fetch }), all)).toEqual(nothing(all.state.status));
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('is in no row built from the log, with or without the key', async () => {
    const all = await installation();
    await all.erase();
    expect(shownBy(await all.open(':memory:'), all)).toEqual(nothing(all.state.status));
    const models = await all.open(dir);
    expect(shownBy(models, all)).toEqual(nothing(all.state.status));
    await models.rebuild();
    expect(shownBy(models, all)).toEqual(nothing(all.state.status));
    await all.keyring.eraseSubject(all.caseId);
    await models.rebuild();
    expect(shownBy(models, all)).toEqual(nothing(all.state.status));
    expect([onDisk(all.name), onDisk(secret)]).toEqual([[], []]);
  });
});
