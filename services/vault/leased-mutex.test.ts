import { expect, test } from 'vitest';
import { createManualClock, type RepeatingTimers } from '../clock/clock.ts';
import { createLeasedMutex, createLeasedTakeover } from './leased-mutex.ts';
import { createMemoryVault } from './memory.ts';

/** Nodes with a shared vault. `tick` fires their five-second timers; `waits` counts the waits. */
function world() {
  const vault = createMemoryVault();
  const clock = createManualClock(0);
  const ticks = new Set<() => void>();
  const every: RepeatingTimers['every'] = (_ms, run) => {
    ticks.add(run);
    return () => ticks.delete(run);
  };
  const waiting: (() => void)[] = [];
  const wait = (ms: number) =>
    new Promise<void>(resolve => {
      clock.advance(ms);
      waiting.push(resolve);
    });
  const node = (holder: string) => {
    const deps = { vault, clock, timers: { every }, holder, leaseMs: 15_000, wait };
    return { takeover: createLeasedTakeover(deps), mutex: createLeasedMutex(deps) };
  };
  const tick = async () => {
    for (const run of [...ticks]) run();
    await settled();
  };
  return { vault, clock, ticks, node, tick, waiting };
}

const settled = () => new Promise<void>(resolve => setImmediate(resolve));
const elsewhere = { refusal: 'uploadElsewhere', http: 423 };

/** Work that runs until it is ended or aborted. */
function long() {
  let end: () => void = () => {};
  const ended = new Promise<string>(resolve => {
    end = () => resolve('done');
  });
  const work = (signal: AbortSignal) =>
    Promise.race([
      ended,
      new Promise<string>(resolve => signal.addEventListener('abort', () => resolve('stopped'))),
    ]);
  return { work, end: () => end() };
}

test('a takeover belongs to one node while it is renewed, and to the next when it ends', async () => {
  const { node, clock, tick, ticks } = world();
  const [a, b] = [node('a').takeover, node('b').takeover];
  const { work, end } = long();
  const first = a.take('u', work);
  await settled();
  for (let n = 0; n < 10; n++) {
    clock.advance(5_000);
    await tick();
    await expect(b.take('u', async () => 'b')).rejects.toMatchObject(elsewhere);
  }
  expect(await b.take('other', async () => 'b')).toBe('b');
  end();
  expect(await first).toBe('done');
  expect(await b.take('u', async () => 'b')).toBe('b');
  expect(ticks.size).toBe(0);
});

test('a takeover that is not renewed expires, and its holder is aborted at the next renewal', async () => {
  const { node, clock, tick } = world();
  const [a, b] = [node('a').takeover, node('b').takeover];
  const first = a.take('u', long().work);
  await settled();
  clock.advance(15_000);
  const { work, end } = long();
  const second = b.take('u', work);
  await settled();
  await tick();
  expect(await first).toBe('stopped');
  // Tries to release a lease that it no longer holds.
  await expect(a.take('u', async () => 'a')).rejects.toMatchObject(elsewhere);
  end();
  expect(await second).toBe('done');
});

const isAway = () => Promise.reject(new Error('away'));

test('an outage of the vault ends a takeover only after its term', async () => {
  const { node, clock, tick, vault } = world();
  const { work, end } = long();
  const first = node('a').takeover.take('u', work);
  await settled();
  const { get, put } = vault;
  const goAway = () => Object.assign(vault, { get: isAway, put: isAway });
  goAway();
  clock.advance(10_000);
  await tick();
  Object.assign(vault, { get, put });
  await tick();
  clock.advance(14_999);
  await expect(node('b').takeover.take('u', async () => 'b')).rejects.toMatchObject(elsewhere);
  goAway();
  clock.advance(1);
  await tick();
  expect(await first).toBe('stopped');
  end();
});

test('a mutex that another node holds is awaited for a limited time', async () => {
  const { node, waiting } = world();
  const [a, b] = [node('a').mutex, node('b').mutex];
  const { work, end } = long();
  const order: string[] = [];
  const first = a.hold('bytes', async () => {
    await work(new AbortController().signal);
    order.push('a');
  });
  await settled();
  const second = b.hold('bytes', async () => void order.push('b'));
  await settled();
  expect([order, waiting.length]).toEqual([[], 1]);
  end();
  await first;
  waiting.shift()?.();
  await second;
  expect(order).toEqual(['a', 'b']);
});

test('the holder of a lost mutex is refused before it does protected work', async () => {
  const { node, clock, tick } = world();
  const [a, b] = [node('a').mutex, node('b').mutex];
  const { work } = long();
  const first = a.hold('bytes', work);
  await settled();
  clock.advance(15_000);
  const theirs = long();
  const second = b.hold('bytes', theirs.work);
  await settled();
  await tick();
  expect(await first).toBe('stopped');
  theirs.end();
  expect(await second).toBe('done');
});

test('a mutex that is never released is refused with busy', async () => {
  const { node, waiting, tick, clock } = world();
  void node('a').mutex.hold('bytes', () => long().work(new AbortController().signal));
  await settled();
  let refused: unknown;
  const second = node('b')
    .mutex.hold('bytes', async () => 'b')
    .catch((error: unknown) => {
      refused = error;
    });
  while (!refused && clock.now() < 120_000) {
    await tick();
    waiting.shift()?.();
    await settled();
  }
  await second;
  expect(refused).toMatchObject({ refusal: 'busy', http: 503 });
  expect(clock.now()).toBeLessThan(61_000);
});
