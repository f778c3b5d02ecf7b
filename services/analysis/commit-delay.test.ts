import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createManualClock, type RepeatingTimers } from '../clock/clock.ts';
import { createCommitDelay } from './commit-delay.ts';

/** Timers that run out when the test says so. */
function createTestTimers() {
  const running = new Map<() => void, number>();
  const timers: RepeatingTimers = {
    every: (ms, run) => {
      running.set(run, ms);
      return () => void running.delete(run);
    },
  };
  const pass = () => {
    for (const run of running.keys()) run();
  };
  return { timers, pass, lengths: () => [...running.values()] };
}

it('lasts as long as it may without a reader', async () => {
  const { timers, pass, lengths } = createTestTimers();
  const { signal } = new AbortController();
  const over = createCommitDelay(timers, 1000, createManualClock(0)).over(signal);
  expect(lengths()).toEqual([970]);
  pass();
  await setImmediate();
  expect(lengths()).toEqual([30]);
  pass();
  await over;
  expect([lengths(), getEventListeners(signal, 'abort')]).toEqual([[], []]);
});

it('is short once somebody reads, and leaves no longer pause behind', async () => {
  const { timers, pass, lengths } = createTestTimers();
  const commitDelay = createCommitDelay(timers, 1000, createManualClock(0));
  const { signal } = new AbortController();
  const over = commitDelay.over(signal);
  const answer = Promise.withResolvers<string>();
  const reading = commitDelay.whileReading(answer.promise);
  await setImmediate();
  expect(lengths()).toEqual([30]);
  pass();
  await over;
  const next = commitDelay.over(signal);
  expect(lengths()).toEqual([30]);
  pass();
  await next;
  answer.resolve('read');
  expect(await reading).toBe('read');
  void commitDelay.over(signal);
  expect(lengths()).toEqual([970]);
});

it('ends with its signal', async () => {
  const { timers, lengths } = createTestTimers();
  const ended = new AbortController();
  const over = createCommitDelay(timers, 1000, createManualClock(0)).over(ended.signal);
  ended.abort();
  await over;
  await createCommitDelay(timers, 1000, createManualClock(0)).over(ended.signal);
  expect(lengths()).toEqual([]);
});

it('rests after a commit for four times as long as it took, although a reader waits', async () => {
  const { timers, pass, lengths } = createTestTimers();
  const clock = createManualClock(0);
  const commitDelay = createCommitDelay(timers, 1000, clock);
  const { signal } = new AbortController();
  void commitDelay.whileReading(new Promise(() => undefined));
  const commit = (ms: number) => commitDelay.whileCommitting(async () => void clock.advance(ms));
  const next = async () => {
    const over = commitDelay.over(signal);
    await setImmediate();
    const waits = lengths();
    pass();
    await over;
    return waits;
  };
  await commit(50);
  expect(await next()).toEqual([200]);
  clock.advance(180);
  expect(await next()).toEqual([30]);
  await commit(60_000);
  expect(await next()).toEqual([1000]);
});
