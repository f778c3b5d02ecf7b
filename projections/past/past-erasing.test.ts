/** Nothing of an erased patient is left in a file of past rows, whatever ran meanwhile and whichever key exists. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import { createRawMemoryStore } from '#services/eventstore/memory.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { openReadModels, type ReadModels } from '../readmodels.ts';
import { createWalk } from '../testing/walk.ts';
import { allCasesQuery, testClock } from '../testing/walk-models.ts';

let dir: string;
let opened: ReadModels[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-past-erasing-'));
  opened = [];
});
afterEach(async () => {
  for (const models of opened) await models.close();
  rmSync(dir, { recursive: true });
});

const createGround = () => ({ inner: createRawMemoryStore({ id: 'sealed' }), vault: createMemoryVault() });

/** The log as a node opens it, with a keyring of its own. */
const openSealedLog = ({ inner, vault }: ReturnType<typeof createGround>) => {
  const keyring = createSubjectKeyring(vault, Buffer.alloc(32, 1));
  return createVersionedStore(createSealedStore(inner, { keyring }));
};

/** A sealed log of twelve weeks with its vault. Walked once: each test copies its events and keys. */
async function walkTwelveWeeks() {
  const ground = createGround();
  const walk = createWalk({ seed: 75, log: openSealedLog(ground), cases: 12, minutes: 240 });
  await walk.setUp();
  for (let i = 0; i < 500; i++) await walk.step();
  const events = await Array.fromAsync(ground.inner.readAll());
  return { walk, events, records: await Array.fromAsync(ground.vault.list('')) };
}
let walked: Awaited<ReturnType<typeof walkTwelveWeeks>>;
beforeAll(async () => {
  walked = await walkTwelveWeeks();
});

async function installation() {
  const { walk, events, records } = walked;
  const ground = createGround();
  for (const event of events) await ground.inner.append(event.stream, 'any', [event]);
  for (const { key, value } of records) await ground.vault.put(key, value);
  const door = () => openSealedLog(ground);
  const store = door();
  const patients = [...walk.states.values()].filter(
    s => s.orgId === 'main' && !s.deleted && s.plans.length > 0,
  );
  const state = patients.at(-1);
  const name = state?.sections.patient.name;
  if (!state || !name) throw new Error('the walk has no patient');
  const admin = walk.viewers.find(viewer => viewer.id === 'admin');
  if (!admin) throw new Error('no admin');
  const { caseId } = state;
  return {
    ...{ caseId, name, admin },
    open: async () => {
      const models = await openReadModels({ store: door(), dir, clock: testClock });
      opened.push(models);
      return models;
    },
    /** Leaves the key in the vault. */
    erase: async (models: ReadModels) => {
      const stamp = { id: crypto.randomUUID(), at: new Date(testClock.now()).toISOString(), by: 'system' };
      const erased = { ...stamp, type: 'PatientErased', data: { patient: caseId } };
      const { position } = await store.append(caseStreamOf(caseId), 'any', [erased]);
      await models.reached(position, 120_000);
      await models.cleaned();
    },
    /** Name of the patient in the list as of the last moment before the erasure. */
    nameThen: async (models: ReadModels) => {
      const moment = await models.past.moment(head);
      return models.past.read(moment, admin, reads => {
        const ctx = { viewer: admin, hidden: false, person: reads.personRef, logId: models.logId };
        const { items } = reads.caseItems(ctx, allCasesQuery);
        return items.find(item => item.caseId === caseId)?.patientName;
      });
    },
    firstOf: async () => {
      for await (const event of store.read(caseStreamOf(caseId))) return event.position;
      throw new Error('no event');
    },
  };
}
let head: bigint;
async function given() {
  const all = await installation();
  const models = await all.open();
  head = models.position();
  return { ...all, models };
}

const files = () =>
  readdirSync(join(dir, 'past')).map(name => {
    const bytes = readFileSync(join(dir, 'past', name));
    return { name, text: name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes };
  });
const naming = (text: string) => files().flatMap(file => (file.text.includes(text) ? [file.name] : []));
const keyframePositions = () => files().flatMap(({ name }) => /^keyframe-\w+-(\d+)-/.exec(name)?.[1] ?? []);

describe('an erased patient', () => {
  it('leaves keyframes and open moments while the key still exists, and does not come back', async () => {
    const { models, erase, nameThen, name } = await given();
    await models.past.tend();
    expect(await nameThen(models)).toBe(name);
    expect(naming(name).some(file => file.startsWith('keyframe-'))).toBe(true);
    expect(naming(name).some(file => file.startsWith('moment-'))).toBe(true);
    await erase(models);
    expect(naming(name)).toEqual([]);
    expect(await nameThen(models)).toBe('');
    await models.past.tend();
    expect(keyframePositions().length).toBeGreaterThan(3);
    expect(naming(name)).toEqual([]);
  });

  it('keeps the keyframes from before the first event', async () => {
    const { models, erase, firstOf } = await given();
    await models.past.tend();
    const first = await firstOf();
    const before = keyframePositions().filter(position => BigInt(position) < first);
    expect(keyframePositions().length).toBeGreaterThan(before.length);
    await erase(models);
    expect(keyframePositions()).toEqual(before);
  });

  it('is not in rows that were being built', async () => {
    const { models, erase, nameThen, name } = await given();
    const [reading, tending] = [nameThen(models), models.past.tend()];
    await erase(models);
    expect(naming(name)).toEqual([]);
    await tending;
    expect(await reading).toBe('');
    expect(naming(name)).toEqual([]);
  });

  it('is not built by a node that starts with the key in the vault', async () => {
    const all = await given();
    await all.erase(all.models);
    await all.models.close();
    const again = await all.open();
    opened.shift();
    expect(await all.nameThen(again)).toBe('');
    await again.past.tend();
    expect(naming(all.name)).toEqual([]);
  });

  it('leaves keyframes of a node that was down and lost its rows', async () => {
    const all = await given();
    await all.models.past.tend();
    await all.models.close();
    opened = [];
    expect(naming(all.name)).not.toEqual([]);
    for (const file of readdirSync(dir)) if (file.startsWith('rows-')) rmSync(join(dir, file));
    const again = await all.open();
    // Without its own rows, the node cannot know which erasures its keyframes have missed.
    expect(keyframePositions()).toEqual([]);
    await all.erase(again);
    expect(naming(all.name)).toEqual([]);
  });
});

it('an erasing while a keyframe is compressed leaves no part of its file', async () => {
  const { models, erase } = await given();
  const tending = models.past.tend();
  // The thread compresses one keyframe after another.
  await expect.poll(() => files().some(({ name }) => name.endsWith('.part')), { interval: 1 }).toBe(true);
  await erase(models);
  await tending;
  expect(files().filter(({ name }) => !name.endsWith('.zst'))).toEqual([]);
});

describe('keyframes', () => {
  it('are used by the next start of the node', async () => {
    const all = await given();
    await all.models.past.tend();
    const before = keyframePositions();
    await all.models.close();
    opened = [];
    const again = await all.open();
    expect(keyframePositions()).toEqual(before);
    expect(await all.nameThen(again)).toBe(all.name);
  });
});
