/** Failures of the timer that indexes words are reported like failures of following the log. */
import { expect, it } from 'vitest';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import { buildGeneration, type Generation, yieldToEventLoop } from './generation.ts';
import { createProjector, type DelayTimers } from './projector.ts';
import { createWalk } from './testing/walk.ts';
import { testClock } from './testing/walk-models.ts';
import { views } from './views.ts';

/** Timers that fire only when the test says so, unless cancelled. */
function heldTimers() {
  const held = new Set<() => void>();
  const timers: DelayTimers = {
    after: (_milliseconds, run) => {
      held.add(run);
      return () => void held.delete(run);
    },
  };
  const go = () => {
    const due = [...held];
    held.clear();
    for (const run of due) run();
  };
  return { timers, go, held };
}

/** A projector over rows whose words wait to be indexed. */
function open(word: () => boolean) {
  const log = createMemoryStore({ id: 'words' });
  const source = { log, clock: { now: () => 0 } };
  // The boundary: indexing words uses only these parts of a generation.
  const generation = {
    position: 0n,
    folder: { indexWords: word },
    store: { wordQueue: { size: () => 3 } },
  } as unknown as Generation;
  const failures: unknown[] = [];
  const clock = heldTimers();
  const projector = createProjector({
    source,
    timers: clock.timers,
    current: () => generation,
    onFailure: error => void failures.push(error),
  });
  return { projector, failures, ...clock };
}

it('a failure while words are indexed is reported once, and not thrown by the timer', async () => {
  const broken = new Error('the disk is full');
  const { projector, failures, go, held } = open(() => {
    throw broken;
  });
  expect(go).not.toThrow();
  expect([failures, held.size]).toEqual([[broken], 0]);
  await projector.stop();
});

it('words are indexed until none wait, and not after the projector stopped', async () => {
  let written = 0;
  const { projector, failures, go, held } = open(() => {
    written += 1;
    return true;
  });
  go();
  go();
  expect([written, held.size]).toEqual([2, 1]);
  await projector.stop();
  expect(held.size).toBe(0);
  go();
  expect([written, failures]).toEqual([2, []]);
});

it('indexing words is retried when the disk was full', async () => {
  let full = true;
  const { projector, failures, go, held } = open(() => {
    if (full) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    return false;
  });
  go();
  expect([failures, held.size]).toEqual([[], 1]);
  full = false;
  go();
  expect([failures, held.size]).toEqual([[], 0]);
  await projector.stop();
});

it('rows fall behind while the disk is full, and catch up once there is space', async () => {
  const log = createMemoryStore({ id: 'no-room' });
  const walk = createWalk({ seed: 7, log, cases: 6 });
  await walk.setUp();
  const source = { log, clock: testClock };
  const generation = await buildGeneration(':memory:', source);
  const { transaction } = generation.store;
  let full = 0;
  let refused = 0;
  // Like SQLite, which rolls back the whole transaction.
  generation.store.transaction = work =>
    transaction(() => {
      const result = work();
      if (full <= 0) return result;
      full -= 1;
      refused += 1;
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
  const { timers, go } = heldTimers();
  const failures: unknown[] = [];
  const projector = createProjector({
    source,
    timers,
    current: () => generation,
    onFailure: error => void failures.push(error),
  });
  for (let i = 0; i < 120; i++) {
    if (i % 10 === 0) full = 2;
    await walk.step();
    await yieldToEventLoop();
    go();
  }
  const head = await log.head();
  await expect
    .poll(() => {
      go();
      return generation.position;
    })
    .toBe(head);
  await projector.stop();
  const fresh = await buildGeneration(':memory:', source);
  const rowsOf = ({ store }: Generation) => views.map((_view, n) => store.page(n, '', 10_000));
  expect(rowsOf(generation)).toEqual(rowsOf(fresh));
  expect(failures).toEqual([]);
  expect(refused).toBeGreaterThan(5);
});
