import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { RepeatingTimers } from '../clock/clock.ts';
import { createTurnPace, EVENTS_PER_TURN, MOST_REST_MS } from './turn-pace.ts';

const REST_MS = 4;

/** A pace whose rests pass at once. `work`: ms of each rest in which others use the loop. */
function createTestPace() {
  const loop = { active: 0, idle: 0 };
  const test = { work: 0, rests: 0 };
  const timers: RepeatingTimers = {
    every: (ms, run) => {
      test.rests += 1;
      loop.active += test.work;
      loop.idle += ms - test.work;
      queueMicrotask(run);
      return () => undefined;
    },
  };
  const { signal } = new AbortController();
  const afterItem = createTurnPace({ timers, restMs: REST_MS, signal, loopTimes: () => ({ ...loop }) });
  /** Events of the next turn. */
  const turn = async () => {
    for (let events = 1; ; events++) {
      const rest = afterItem();
      if (!rest) continue;
      await rest;
      return events;
    }
  };
  return { test, turn };
}

it('folds few events in a turn, and rests once after each while others hardly use the loop', async () => {
  const { test, turn } = createTestPace();
  // Timers and ticks of an idle server.
  test.work = 0.1;
  for (let i = 1; i <= 100; i++) {
    expect(await turn()).toBe(EVENTS_PER_TURN);
    expect(test.rests).toBe(i);
  }
});

it('rests longer while others work, but goes on although they never stop', async () => {
  const { test, turn } = createTestPace();
  test.work = REST_MS;
  expect(await turn()).toBe(EVENTS_PER_TURN);
  expect(test.rests).toBe(MOST_REST_MS / REST_MS);
  expect(await turn()).toBe(EVENTS_PER_TURN);
  expect(test.rests).toBe((2 * MOST_REST_MS) / REST_MS);
});

it('gives the thread to others for a macrotask only, without a rest', async () => {
  const { signal } = new AbortController();
  const timers = { every: () => expect.fail('a timer was started') };
  const afterItem = createTurnPace({ timers, restMs: 0, signal });
  let others = 0;
  for (let i = 0; i < 3 * EVENTS_PER_TURN; i++) {
    const rest = afterItem();
    if (!rest) continue;
    void setImmediate().then(() => void others++);
    await rest;
  }
  expect(others).toBeGreaterThan(0);
});
