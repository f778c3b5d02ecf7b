/** Words are written by a timer: what fails there is told as what fails in following is. */
import { expect, it } from 'vitest';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import { buildGeneration, type Generation, turn } from './generation.ts';
import { createProjector, type Timers } from './projector.ts';
import { createWalk } from './testing/walk.ts';
import { testClock } from './testing/walked.ts';
import { views } from './views.ts';

/** Timers that go when they are let; those that were taken back do not. */
function heldTimers() {
  const held = new Set<() => void>();
  const timers: Timers = {
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

/** A projector over rows of which so many wait for their words. */
function open(word: () => boolean) {
  const log = createMemoryStore({ id: 'words' });
  const source = { log, clock: { now: () => 0 }, upcast: <E>(event: E) => event };
  // The boundary: of what answers, the writing of words looks at these only.
  const generation = {
    position: 0n,
    folder: { word },
    store: { unworded: { size: () => 3 } },
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

it('what fails while words are written is told, once, and is not thrown in a timer', async () => {
  const broken = new Error('the disk is full');
  const { projector, failures, go, held } = open(() => {
    throw broken;
  });
  expect(go).not.toThrow();
  expect([failures, held.size]).toEqual([[broken], 0]);
  await projector.stop();
});

it('words are written until none wait, and not once it has stopped', async () => {
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

it('a disk without room for words is asked again', async () => {
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

it('where there is no room the rows wait, answer as before, and are then as if there had always been some', async () => {
  const log = createMemoryStore({ id: 'no-room' });
  const walk = createWalk({ seed: 7, log, cases: 6 });
  await walk.setUp();
  const source = { log, clock: testClock, upcast: <E>(event: E) => event };
  const generation = await buildGeneration(':memory:', source);
  const { transaction } = generation.store;
  let full = 0;
  let refused = 0;
  // As SQLite does it: all that was done inside is undone.
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
    await turn();
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
