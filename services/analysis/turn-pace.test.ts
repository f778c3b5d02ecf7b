import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { RepeatingTimers } from '../clock/clock.ts';
import { createTurnPace, LONG_TURN, MOST_REST_MS, SHORT_TURN } from './turn-pace.ts';

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

/** So many rests are more than enough for the work of a long time ago to be forgotten. */
const RESTS = 1_000;

it('folds few events in a turn at first, and many once others have hardly used the loop for a while', async () => {
  const { test, turn } = createTestPace();
  // Timers and ticks of an idle server.
  test.work = 0.1;
  for (let i = 0; i < 100; i++) expect(await turn()).toBe(SHORT_TURN);
  for (let i = 0; i < RESTS; i++) await turn();
  expect(await turn()).toBe(LONG_TURN);
});

it('folds few events while somebody uses the loop, and soon after it many again', async () => {
  const { test, turn } = createTestPace();
  for (let i = 0; i < RESTS; i++) await turn();
  test.work = REST_MS;
  expect(await turn()).toBe(LONG_TURN);
  test.work = 0;
  expect(await turn()).toBe(SHORT_TURN);
  expect(await turn()).toBe(LONG_TURN);
});

it('stays at few events while others use the loop now and then', async () => {
  const { test, turn } = createTestPace();
  for (let i = 0; i < RESTS; i++) {
    test.work = i % 5 === 0 ? REST_MS : 0;
    await turn();
  }
  for (let i = 0; i < 10; i++) expect(await turn()).toBe(SHORT_TURN);
});

it('rests longer while others work, but goes on although they never stop', async () => {
  const { test, turn } = createTestPace();
  test.work = REST_MS;
  expect(await turn()).toBe(SHORT_TURN);
  expect(test.rests).toBe(MOST_REST_MS / REST_MS);
  expect(await turn()).toBe(SHORT_TURN);
  expect(test.rests).toBe((2 * MOST_REST_MS) / REST_MS);
});

it('gives the thread to others for a macrotask only, without a rest', async () => {
  const { signal } = new AbortController();
  const timers = { every: () => expect.fail('a timer was started') };
  const afterItem = createTurnPace({ timers, restMs: 0, signal });
  let others = 0;
  for (let i = 0; i < 3 * SHORT_TURN; i++) {
    const rest = afterItem();
    if (!rest) continue;
    void setImmediate().then(() => void others++);
    await rest;
  }
  expect(others).toBeGreaterThan(0);
});
