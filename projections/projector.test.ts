/** Words are written by a timer: what fails there is told as what fails in following is. */
import { expect, it } from 'vitest';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { Generation } from './generation.ts';
import { createProjector, type Timers } from './projector.ts';

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
    ...{ source, timers: clock.timers, current: () => generation },
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
