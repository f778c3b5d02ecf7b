import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { RepeatingTimers } from '../clock/clock.ts';
import { createTurnPace, FREE_RESTS, LONG_TURN, MOST_RESTS, SHORT_TURN } from './turn-pace.ts';

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

it('folds few events in a turn at first, and many once nobody has used the loop for a while', async () => {
  const { test, turn } = createTestPace();
  for (let i = 0; i < FREE_RESTS; i++) expect(await turn()).toBe(SHORT_TURN);
  expect(await turn()).toBe(LONG_TURN);
  expect(test.rests).toBe(FREE_RESTS + 1);
});

it('folds few events again after one rest in which others worked', async () => {
  const { test, turn } = createTestPace();
  for (let i = 0; i < FREE_RESTS; i++) await turn();
  test.work = 1;
  expect(await turn()).toBe(LONG_TURN);
  test.work = 0;
  for (let i = 0; i < FREE_RESTS; i++) expect(await turn()).toBe(SHORT_TURN);
  expect(await turn()).toBe(LONG_TURN);
});

it('rests longer while others work, but goes on although they never stop', async () => {
  const { test, turn } = createTestPace();
  test.work = REST_MS;
  expect(await turn()).toBe(SHORT_TURN);
  expect(test.rests).toBe(MOST_RESTS);
  expect(await turn()).toBe(SHORT_TURN);
  expect(test.rests).toBe(2 * MOST_RESTS);
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
