/** Broken connections, lost answers and server restarts: no event is lost or stored twice. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import type { LogCluster } from '../../../infra/servers/log/cluster.ts';
import { startLogVariant } from '../../../infra/servers/log/variants.ts';
import {
  collectEventIds,
  collectItems,
  createTestEvent,
  createTestEvents,
  numbersUpTo,
} from '../contract/context.ts';
import type { ExpectedRevision, RawEventStore } from '../port.ts';
import type { Deadlines } from './deadlines.ts';
import { openEsdbStore } from './store.ts';

const never = { afterMs: 3_600_000, eachMs: 3_600_000 };
const usual = { restMs: { first: 10, most: 100 }, silentMs: 200, stuck: never };
/** Short enough for a quick refusal, long enough for an answer on a busy machine. */
const hasty: Deadlines = { callMs: 1_000, wholeMs: 3_000, ...usual };
const patient: Deadlines = { callMs: 300, wholeMs: 300_000, ...usual };

/** One node with TLS. infra/faults and cluster.cluster.test.ts test three nodes, with and without TLS. */
const form = { nodes: 1, tls: true };
let dir: string;
let server: LogCluster;
let opened: RawEventStore[];

const serve = async (port?: number) => {
  server = await startLogVariant(form, { file: join(dir, 'log.db'), port }, dir);
};
const open = async (patience = hasty, url = server.url) => {
  const store = await openEsdbStore({ connectionString: url, patience });
  opened.push(store);
  return store;
};
/** Kills the server and starts it again on its files. */
const restart = async () => {
  const [port] = server.ports;
  await server.stop();
  await serve(port);
};

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-wire-'));
  opened = [];
  await serve();
});
afterEach(async () => {
  for (const store of opened) await store.close();
  await server.stop();
  rmSync(dir, { recursive: true });
});

describe('one node with TLS', () => {
  test.each<[ExpectedRevision, ExpectedRevision]>([
    ['none', 'none'],
    ['any', 'any'],
    ['exists', 'exists'],
    [1n, 1n],
  ])('an append (%s) whose answer is lost is answered and stored once', async (_, expected) => {
    const store = await open(patient);
    if (expected !== 'none') await store.append('case-a', 'none', createTestEvents(2, 'before'));
    const first = expected === 'none' ? 0 : 2;
    server.loseAnswers(3);
    const appended = await store.append('case-a', expected, createTestEvents(3));
    expect([Number(appended.revision), appended.repeated]).toEqual([first + 2, false]);
    expect((await collectEventIds(store.read('case-a'))).slice(first)).toEqual(['e0', 'e1', 'e2']);
    expect(await store.append('case-a', expected, createTestEvents(3))).toEqual({
      ...appended,
      repeated: true,
    });
  });

  test('an append whose answer is lost is stored once, although another node appends in between', async () => {
    const [here, there] = [await open(patient), await open(patient)];
    await here.append('case-a', 'none', createTestEvents(1, 'before'));
    server.loseAnswers(1);
    const mine = here.append('case-a', 'any', createTestEvents(2));
    // The append is stored, but its answer is lost. Meanwhile the other node appends the next event.
    while ((await collectEventIds(there.read('case-a'))).length < 3);
    await there.append('case-a', 2n, [createTestEvent('theirs')]);
    expect(await mine).toMatchObject({ revision: 2n });
    expect(await collectEventIds(here.read('case-a'))).toEqual(['before0', 'e0', 'e1', 'theirs']);
  });

  test('a long read continues after a broken connection, is refused in an outage, and ends with the store', async () => {
    const [lasting, brief] = [await open(patient), await open()];
    // More than the read-ahead, so that the rest is read after the break.
    const data = { note: 'x'.repeat(8192) };
    for (const i of numbersUpTo(45))
      await lasting.append(
        'case-a',
        'any',
        createTestEvents(50, `${i}-`).map(each => ({ ...each, data })),
      );
    const reading = lasting.readBatches({ long: true, size: 128 });
    const found: string[] = [];
    let broken = false;
    for await (const batch of reading) {
      found.push(...batch.map(({ id }) => id));
      if (!broken) await restart();
      broken = true;
    }
    expect(found).toEqual(numbersUpTo(45).flatMap(i => createTestEvents(50, `${i}-`).map(({ id }) => id)));
    await server.stop();
    await expect(collectItems(brief.readBatches({ long: true }))).rejects.toMatchObject({
      refusal: 'logDown',
    });
    const waiting = collectItems(lasting.readBatches({ long: true }));
    await lasting.close();
    await expect(waiting).rejects.toMatchObject({ name: 'StoreClosedError' });
    await serve();
  });

  test('writes and reads in an outage are refused with 104070, and work again afterwards', async () => {
    const store = await open();
    await store.append('case-a', 'none', createTestEvents(2));
    const [port] = server.ports;
    await server.stop();
    const refused = { refusal: 'logDown', http: 503, code: 104070 };
    const works = [
      () => store.append('case-a', 1n, [createTestEvent('while')]),
      () => store.head(),
      () => collectItems(store.read('case-a')),
      () => openEsdbStore({ connectionString: server.url, patience: hasty }),
    ];
    await Promise.all(works.map(work => expect(work()).rejects.toMatchObject(refused)));
    await serve(port);
    const again = await open(patient);
    await again.append('case-a', 1n, [createTestEvent('after')]);
    // The store that was opened before the outage reconnects; it need not be opened again.
    await expect
      .poll(() => collectEventIds(store.read('case-a')).catch(() => []))
      .toEqual(['e0', 'e1', 'after']);
    expect(await store.append('case-a', 2n, [createTestEvent('more')])).toMatchObject({ revision: 3n });
  });

  test('a subscription resumes at its position after any number of outages', async () => {
    const [store, other] = [await open(patient), await open(patient)];
    const stop = new AbortController();
    const live = collectItems(store.subscribe(START, { signal: stop.signal }), 40);
    for (const round of numbersUpTo(4)) {
      for (const i of numbersUpTo(10))
        await other.append('case-a', 'any', [createTestEvent(`${round}-${i}`)]);
      await restart();
    }
    expect((await live).map(({ id }) => id)).toEqual(
      numbersUpTo(4).flatMap(r => numbersUpTo(10).map(i => `${r}-${i}`)),
    );
  });

  test.each([
    ['everything', undefined],
    ['some streams', { streamPrefix: 'case-' }],
  ])('a silent subscription to %s is noticed and resumes at its position', async (_, filter) => {
    const store = await open(patient);
    const ended = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const { id, stream } of store.subscribe(START, { signal: ended.signal, filter }))
        if (stream.startsWith('case-')) seen.push(id);
    })();
    await store.append('case-a', 'none', createTestEvents(2, 'before'));
    await expect.poll(() => seen.length).toBe(2);
    server.hush();
    for (const i of numbersUpTo(15)) await store.append('chat-a', 'any', createTestEvents(20, `other${i}-`));
    await store.append('case-a', 'any', createTestEvents(3, 'after'));
    await expect.poll(() => seen).toEqual(['before0', 'before1', 'after0', 'after1', 'after2']);
    ended.abort();
    await following;
  });

  test('a silent subscription is noticed at the first check, however much others have written since', async () => {
    const store = await open({ ...patient, silentMs: 2_000 });
    const ended = new AbortController();
    const seen: string[] = [];
    const how = { signal: ended.signal, filter: { streamPrefix: 'case-' } };
    const following = (async () => {
      for await (const { id } of store.subscribe(START, how)) seen.push(id);
    })();
    await store.append('case-a', 'none', [createTestEvent('before')]);
    await expect.poll(() => seen.length).toBe(1);
    server.hush();
    for (const i of numbersUpTo(20)) await store.append('chat-a', 'any', createTestEvents(200, `other${i}-`));
    await store.append('case-a', 'any', [createTestEvent('after')]);
    await expect.poll(() => seen).toEqual(['before', 'after']);
    ended.abort();
    await following;
  });

  test('a subscription whose server stays down is reported', async () => {
    const told: [number, unknown][] = [];
    const stuck = { afterMs: 50, eachMs: 3_600_000 };
    const store = await openEsdbStore({
      connectionString: server.url,
      patience: { ...hasty, stuck },
      onStuck: (ms, error) => told.push([ms, error]),
    });
    opened.push(store);
    const ended = new AbortController();
    const following = collectItems(store.subscribe(START, { signal: ended.signal }));
    const [port] = server.ports;
    await server.stop();
    await expect.poll(() => told.length).toBe(1);
    expect(told[0]?.[1]).toBeInstanceOf(Error);
    await serve(port);
    ended.abort();
    await following;
  });

  test('every acknowledged event of many writers exists once and in order after three outages', async () => {
    const store = await open(patient);
    let done = 0;
    const writers = numbersUpTo(12).map(async w => {
      for (const i of numbersUpTo(25)) {
        await store.append(`case-${w}`, i === 1 ? 'none' : BigInt(i - 2), [createTestEvent(`${w}-${i}`)]);
        done++;
      }
    });
    for (const round of numbersUpTo(3)) {
      await expect.poll(() => done, { interval: 5 }).toBeGreaterThan(round * 60);
      await restart();
    }
    await Promise.all(writers);
    for (const w of numbersUpTo(12))
      expect(await collectEventIds(store.read(`case-${w}`))).toEqual(numbersUpTo(25).map(i => `${w}-${i}`));
    expect(await collectItems(store.readAll())).toHaveLength(300);
  });

  test('two nodes see one log with one id, also under the server’s newer name', async () => {
    const here = await open(patient);
    const there = await open(patient, server.url.replace('esdb://', 'kurrentdb://'));
    expect(there.id).toBe(here.id);
    const both = await Promise.all([here, there].map(s => s.append('case-a', 'none', createTestEvents(2))));
    expect(both.map(({ revision }) => revision)).toEqual([1n, 1n]);
    expect(await collectEventIds(here.readAll())).toEqual(['e0', 'e1']);
    await there.append('case-a', 1n, [createTestEvent('theirs')]);
    expect(await here.find('case-a', 'theirs')).toMatchObject({ revision: 2 });
    await expect(here.append('case-a', 1n, [createTestEvent('late')])).rejects.toMatchObject({ actual: 2n });
  });
});
