import { expect, it } from 'vitest';
import { chatLimits } from '#events/chat/message.ts';
import { isRefusal } from '#events/errors.ts';
import { createManualClock } from '../clock/clock.ts';
import { createRateLimit } from './rate-limit.ts';

const { burst, perSecond } = chatLimits;

function open() {
  const clock = createManualClock(1_000_000);
  const pace = createRateLimit(clock, chatLimits);
  /** Number of accepted calls, and the retry time of the last refusal. */
  const say = (person: string, n: number) => {
    let through = 0;
    let wait: unknown;
    for (let i = 0; i < n; i++)
      try {
        pace(person);
        through += 1;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        wait = error.data?.retryAfter;
      }
    return [through, wait];
  };
  return { clock, say };
}

it('rate limit admits a burst, then a steady rate, separately for each person', () => {
  const { clock, say } = open();
  expect(say('one', burst + 5)).toEqual([burst, 1]);
  expect(say('two', burst)).toEqual([burst, undefined]);
  for (const seconds of [1, 2]) {
    clock.advance(seconds * 1000);
    expect(say('one', burst)).toEqual([seconds * perSecond, 1]);
  }
  clock.advance(3_600_000);
  expect(say('one', burst * 2)).toEqual([burst, 1]);
});

it('rate limit is unaffected by refused calls', () => {
  const { clock, say } = open();
  say('one', burst);
  let through = 0;
  for (let ms = 0; ms < 2000; ms += 20) {
    clock.advance(20);
    through += Number(say('one', 3)[0]);
  }
  expect(through).toBeGreaterThanOrEqual(2 * perSecond - 1);
  expect(through).toBeLessThanOrEqual(2 * perSecond);
});

it('rate limit does not stall after the clock was set back', () => {
  const { clock, say } = open();
  say('one', burst);
  clock.advance(-86_400_000);
  expect(say('one', 1)).toEqual([0, 1]);
  clock.advance(1000);
  expect(say('one', burst)).toEqual([perSecond, 1]);
});

it('rate limit forgets people with a full bucket, which changes nothing for them', () => {
  const { clock, say } = open();
  say('early', burst);
  for (let i = 0; i < 10_000; i++) say(`p${i}`, 1);
  expect(say('early', 1)).toEqual([0, 1]);
  clock.advance(3000);
  expect(say('late', burst)).toEqual([burst, undefined]);
  expect(say('late', 1)).toEqual([0, 1]);
});
