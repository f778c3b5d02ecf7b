/** Events written by an older program, read and continued by one with lifts, over a real log on disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json, NewEvent } from '#events/envelope.ts';
import { erasedPersonalPart } from '#events/erased-value.ts';
import { START } from '#events/log-position.ts';
import type { LiftsByEventType } from '#events/upcasters.ts';
import { prepareGeneration } from '#projections/generation.ts';
import { createSubjectKeyring, type Keyring } from '../vault/keyring.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { createSealedReader, createSealedStore } from '../vault/sealed-store.ts';
import { collectItems, createTestEvent } from './contract/context.ts';
import type { EventStore, RawEventReader, RawEventStore } from './port.ts';
import { openSqliteReader, openSqliteStore } from './sqlite.ts';
import { createVersionedReader, createVersionedStore } from './versioned-store.ts';

/** The older program's types are `PersonJoined` and `PersonAdded` in its first shape. */
const lifts: LiftsByEventType = {
  PersonJoined: [{ type: 'PersonAdded' }],
  PersonAdded: [
    {
      data: data => ({ ...(data as object), trialUntil: null }),
      personal: personal => ({ ...(personal as object), phone: null }),
    },
  ],
};
const STREAM = 'directory';

let dir: string;
let inner: RawEventStore;
let keyring: Keyring;
let older: EventStore;
let newer: EventStore;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-versions-'));
  inner = openSqliteStore({ dir });
  keyring = createSubjectKeyring(createMemoryVault(), Buffer.alloc(32, 1));
  const opened = createSealedStore(inner, { keyring });
  older = createVersionedStore(opened, { lifts: {} });
  newer = createVersionedStore(opened, { lifts });
});
afterEach(async () => {
  await inner.close();
  rmSync(dir, { recursive: true });
});

const added = (id: string, type: string, more: { [key: string]: Json } = {}): NewEvent => ({
  id,
  type,
  data: { personId: id, ...more },
  personal: { name: '张伟' },
  subject: `s-${id}`,
  at: '2026-11-20T08:00:00.000Z',
  by: 'system',
});
const current = (id: string) => ({
  id,
  type: 'PersonAdded',
  v: 2,
  data: { personId: id, trialUntil: null },
  personal: { name: '张伟', phone: null },
  stream: STREAM,
});

const write = () => older.append(STREAM, 'none', [added('a', 'PersonJoined'), added('b', 'PersonAdded')]);

/** The first two events of each way to read a log. */
async function readings(store: EventStore) {
  const { signal } = new AbortController();
  return {
    read: await collectItems(store.read(STREAM)),
    readAll: await collectItems(store.readAll()),
    readBatches: (await collectItems(store.readBatches())).flat(),
    find: await Promise.all(['a', 'b'].map(id => store.find(STREAM, id))),
    subscribe: await collectItems(store.subscribe(START, { signal }), 2),
    subscribeBatches: (await collectItems(store.subscribeBatches(START, { signal }), 1)).flat(),
  };
}
const ways = ['read', 'readAll', 'readBatches', 'find', 'subscribe', 'subscribeBatches'] as const;

describe('events of an older version', () => {
  it.each(ways)('arrive in the current shape by %s', async way => {
    await write();
    expect((await readings(newer))[way]).toMatchObject([current('a'), current('b')]);
  });
  it('stay in the log as they were written', async () => {
    await write();
    await readings(newer);
    const kept = await collectItems(inner.readAll());
    expect(kept.map(({ type, v, data }) => [type, v, data])).toEqual([
      ['PersonJoined', 1, { personId: 'a' }],
      ['PersonAdded', 1, { personId: 'b' }],
    ]);
  });
  it('are found under the new name by every read that filters by type', async () => {
    await write();
    const filter = { types: ['PersonAdded'] };
    const { signal } = new AbortController();
    const found = [
      await collectItems(newer.readAll({ filter })),
      (await collectItems(newer.readBatches({ filter }))).flat(),
      await collectItems(newer.subscribe(START, { signal, filter }), 2),
      (await collectItems(newer.subscribeBatches(START, { signal, filter }), 1)).flat(),
    ];
    for (const events of found) expect(events.map(({ id }) => id)).toEqual(['a', 'b']);
  });
  it.each(ways)('get the current placeholder by %s after their key is erased', async way => {
    await write();
    await keyring.eraseSubject('s-a');
    const [first, second] = (await readings(newer))[way];
    const { personal: _, ...rest } = current('a');
    expect(erasedPersonalPart('PersonAdded')).toEqual(expect.any(Object));
    expect(first).toMatchObject({ ...rest, erased: true });
    expect(first?.personal).toEqual(erasedPersonalPart('PersonAdded'));
    expect(second).toMatchObject(current('b'));
  });
  it('have no personal part after their key is erased, if their type has no placeholder', async () => {
    await older.append(STREAM, 'none', [{ ...added('a', 'Noted') }]);
    await keyring.eraseSubject('s-a');
    expect(await newer.find(STREAM, 'a')).not.toHaveProperty('personal');
  });
  it('are recognised when their append is repeated after the upgrade', async () => {
    const { revision, position } = await write();
    const again = [
      added('a', 'PersonAdded', { trialUntil: null }),
      added('b', 'PersonAdded', { trialUntil: null }),
    ];
    expect(await newer.append(STREAM, 'none', again)).toEqual({ revision, position, repeated: true });
    expect(await inner.head()).toBe(position);
  });
});

it('new events are stored with the current version, and return unlifted', async () => {
  await newer.append(STREAM, 'none', [added('a', 'PersonAdded'), { ...added('b', 'Noted') }]);
  const kept = await collectItems(inner.readAll());
  expect(kept.map(({ type, v }) => [type, v])).toEqual([
    ['PersonAdded', 2],
    ['Noted', 1],
  ]);
  expect((await newer.find(STREAM, 'a'))?.data).toEqual({ personId: 'a' });
});

it('an event under the old name of its type is refused, and nothing is stored', async () => {
  const events = [added('a', 'PersonAdded'), added('b', 'PersonJoined')];
  await expect(newer.append(STREAM, 'none', events)).rejects.toThrow('PersonJoined is named PersonAdded now');
  expect(await inner.head()).toBe(START);
});

it.each(ways)('an event of a newer program is refused by %s', async way => {
  const { signal } = new AbortController();
  await newer.append(STREAM, 'none', [added('a', 'PersonAdded')]);
  const readers = {
    read: () => collectItems(older.read(STREAM)),
    readAll: () => collectItems(older.readAll()),
    readBatches: () => collectItems(older.readBatches()),
    find: () => older.find(STREAM, 'a'),
    subscribe: () => collectItems(older.subscribe(START, { signal }), 1),
    subscribeBatches: () => collectItems(older.subscribeBatches(START, { signal }), 1),
  };
  const sentence = `Event 0 of ${STREAM} (PersonAdded) has version 2, but this program knows only versions 1 to 1`;
  await expect(readers[way]()).rejects.toThrow(sentence);
});

it('a subscription lifts what is appended later, and ends within a batch when its signal aborts', async () => {
  const ending = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const { id, type, v } of newer.subscribe(START, { signal: ending.signal })) {
      seen.push(`${id} ${type} ${v}`);
      if (id === 'a') ending.abort();
    }
  })();
  await older.append(STREAM, 'none', [added('first', 'PersonJoined')]);
  await expect.poll(() => seen).toEqual(['first PersonAdded 2']);
  await older.append(STREAM, 'exists', [added('a', 'PersonJoined'), added('b', 'PersonAdded')]);
  await following;
  expect(seen).toEqual(['first PersonAdded 2', 'a PersonAdded 2']);
});

it('a log that is read without keys is lifted except for its personal parts', async () => {
  await write();
  const sealed = createVersionedReader(inner, { lifts, sealed: true });
  const [first] = await collectItems(sealed.readAll());
  const { personal: _, ...rest } = current('a');
  expect(first).toMatchObject(rest);
  expect(first?.personal).toEqual((await inner.find(STREAM, 'a'))?.personal);
});

it('a reader beside the writing program lifts as well', async () => {
  await write();
  const beside = openSqliteReader({ dir });
  const reader = createVersionedReader(createSealedReader(beside, { keyring }), { lifts });
  expect(await collectItems(reader.read(STREAM))).toMatchObject([current('a'), current('b')]);
  await reader.close();
});

it('a batch of current events is passed on without copying its events', async () => {
  const batch = [1, 2].map(n => ({
    ...createTestEvent(`e${n}`),
    stream: 'case-a',
    revision: n,
    position: START,
  }));
  const stub: RawEventStore = {
    ...inner,
    async *readBatches() {
      yield batch;
    },
  };
  const [got] = await collectItems(createVersionedStore(stub, { lifts }).readBatches());
  expect(got).toHaveLength(2);
  for (const [i, event] of batch.entries()) expect(got?.[i]).toBe(event);
});

it('types refuse a version from the application, and a log whose events are not lifted', () => {
  const event = { ...added('a', 'PersonAdded'), v: 1 };
  const clock = { now: () => 0 };
  const raw: RawEventReader = inner;
  // Compiled, and never called.
  const wrong = () => [
    // @ts-expect-error the versioned store sets the version
    newer.append(STREAM, 'any', [event]),
    // @ts-expect-error a stored event needs its version
    inner.append(STREAM, 'any', [added('a', 'PersonAdded')]),
    // @ts-expect-error read models fold current events only
    prepareGeneration(dir, { log: raw, clock }),
    // @ts-expect-error the application appends to the versioned store only
    createVersionedStore(newer),
  ];
  expect(wrong).toBeTypeOf('function');
});
