import { expect, test } from 'vitest';
import type { RawEvent } from '#events/envelope.ts';
import { START } from '#events/log-position.ts';
import {
  type ContractContext,
  collectItems,
  createTestEvent,
  createTestEvents,
  numbersUpTo,
  positionAt,
  positionNumbersOf,
} from './context.ts';

export function testSubscribing(bench: ContractContext): void {
  test.each([0, 1, 70, 140, 199])(
    'starts at position %i with existing events and continues with new ones, without a gap',
    async after => {
      await bench.store.append('case-a', 'none', createTestEvents(200));
      const stop = new AbortController();
      const live = Promise.all(
        numbersUpTo(100).map(i => bench.store.append(`case-${i}`, 'none', createTestEvents(2, `l${i}-`))),
      );
      const seen = await collectItems(
        bench.store.subscribe(positionAt(after), { signal: stop.signal }),
        400 - after,
      );
      await live;
      expect(positionNumbersOf(seen)).toEqual(numbersUpTo(400).slice(after));
    },
  );

  test('waits at the head for new events', async () => {
    await bench.store.append('case-a', 'none', createTestEvents(2));
    const stop = new AbortController();
    const next = collectItems(bench.store.subscribe(await bench.store.head(), { signal: stop.signal }), 1);
    await bench.store.append('case-a', 'any', [createTestEvent('third')]);
    expect((await next).map(({ id }) => id)).toEqual(['third']);
  });

  test('starts at the head of an empty log', async () => {
    const stop = new AbortController();
    const next = collectItems(bench.store.subscribe(await bench.store.head(), { signal: stop.signal }), 1);
    await bench.store.append('case-a', 'none', [createTestEvent('first')]);
    expect((await next).map(({ id }) => id)).toEqual(['first']);
  });

  test('passes only events that match the filter', async () => {
    await bench.store.append('news-1', 'none', createTestEvents(500, 'n'));
    const stop = new AbortController();
    const filter = { streamPrefix: 'case-', types: ['wanted'] };
    const seen = collectItems(bench.store.subscribe(START, { filter, signal: stop.signal }), 2);
    await bench.store.append('case-a', 'none', [
      createTestEvent('x'),
      createTestEvent('y', { type: 'wanted' }),
    ]);
    await bench.store.append('news-1', 'any', [createTestEvent('z', { type: 'wanted' })]);
    await bench.store.append('case-a', 'any', [createTestEvent('w', { type: 'wanted' })]);
    expect((await seen).map(({ id }) => id)).toEqual(['y', 'w']);
  });

  test('follows the pace of a slow reader without delaying writers', async () => {
    const stop = new AbortController();
    const slow = bench.store.subscribe(START, { signal: stop.signal })[Symbol.asyncIterator]();
    await bench.store.append('case-a', 'none', [createTestEvent('first')]);
    expect((await slow.next()).value).toMatchObject({ id: 'first' });
    for (const i of numbersUpTo(30))
      await bench.store.append('case-a', 'any', createTestEvents(100, `s${i}-`));
    const rest: RawEvent[] = [];
    while (rest.length < 3000) rest.push((await slow.next()).value);
    expect(positionNumbersOf(rest)).toEqual(numbersUpTo(3001).slice(1));
    stop.abort();
    expect((await slow.next()).done).toBe(true);
  });

  test('serves many readers at once', async () => {
    const stop = new AbortController();
    const readers = numbersUpTo(20).map(() =>
      collectItems(bench.store.subscribe(START, { signal: stop.signal }), 300),
    );
    for (const i of numbersUpTo(30))
      await bench.store.append('case-a', 'any', createTestEvents(10, `m${i}-`));
    for (const seen of await Promise.all(readers)) expect(positionNumbersOf(seen)).toEqual(numbersUpTo(300));
  });

  test('ends when its signal aborts: while waiting, between events, and before the start', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const waiting = collectItems(bench.store.subscribe(START, { signal }));
    const batched = collectItems(bench.store.subscribeBatches(START, { signal }));
    const inTheMiddle = bench.store.subscribe(START, { signal })[Symbol.asyncIterator]();
    const middle = inTheMiddle.next();
    await bench.store.append('case-a', 'none', createTestEvents(10));
    expect((await middle).done).toBe(false);
    stop.abort();
    expect((await inTheMiddle.next()).done).toBe(true);
    await Promise.all([waiting, batched]);
    expect(await collectItems(bench.store.subscribe(START, { signal }))).toEqual([]);
  });

  test('ends when the store closes', async () => {
    const { signal } = new AbortController();
    const waiting = collectItems(bench.store.subscribe(START, { signal }));
    const between = bench.store.subscribe(START, { signal })[Symbol.asyncIterator]();
    const first = between.next();
    await bench.store.append('case-a', 'none', createTestEvents(1));
    await first;
    await bench.store.close();
    await waiting;
    expect((await between.next()).done).toBe(true);
  });

  test('ends when its reader leaves', async () => {
    const { signal } = new AbortController();
    await bench.store.append('case-a', 'none', createTestEvents(5));
    expect(await collectItems(bench.store.subscribe(START, { signal }), 2)).toHaveLength(2);
    await bench.store.append('case-a', 'any', [createTestEvent('after')]);
    expect(await bench.store.head()).toBe(6n);
  });

  test('yields batches of the available events, never empty, never larger than requested', async () => {
    const { signal } = new AbortController();
    await bench.store.append('case-a', 'none', createTestEvents(100));
    const batches = bench.store.subscribeBatches(START, { signal, size: 30 })[Symbol.asyncIterator]();
    const sizes: number[] = [];
    while (sizes.reduce((sum, n) => sum + n, 0) < 100) sizes.push((await batches.next()).value.length);
    // Over a network, some of the events may arrive later.
    if (bench.gaps) for (const size of sizes) expect(size).toSatisfy((n: number) => n > 0 && n <= 30);
    else expect(sizes).toEqual([30, 30, 30, 10]);
    const next = batches.next();
    await bench.store.append('case-a', 'any', [createTestEvent('one')]);
    expect((await next).value).toHaveLength(1);
  });
}
