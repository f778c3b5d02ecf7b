/** A lag tracker with a clock moved by the test. */
import { expect, test } from 'vitest';
import { createLagTracker } from './lag.ts';

function opened() {
  const took: number[] = [];
  const clock = { at: 100 };
  return {
    took,
    clock,
    lag: createLagTracker(
      () => clock.at,
      seconds => took.push(seconds),
    ),
  };
}

test('lag of each position runs from its append until everything up to it is handled', () => {
  const { took, clock, lag } = opened();
  lag.began(1n);
  clock.at += 2;
  lag.began(2n);
  clock.at += 1;
  expect(lag.oldest()).toBe(3);
  lag.ended(1n);
  expect([took, lag.oldest()]).toEqual([[3], 1]);
  clock.at += 4;
  lag.ended(7n);
  expect([took, lag.oldest()]).toEqual([[3, 5], 0]);
});

test('lag is 0 for a position that is handled before its append is answered', () => {
  const { took, lag } = opened();
  lag.ended(9n);
  lag.began(8n);
  lag.began(9n);
  expect([took, lag.oldest()]).toEqual([[0, 0], 0]);
});

test('lag tracker is bounded and forgets the oldest positions', () => {
  const { took, clock, lag } = opened();
  for (let position = 1n; position <= 65_537n; position++) {
    lag.began(position);
    clock.at += 1;
  }
  lag.ended(2n);
  expect(took).toEqual([65_536]);
});
