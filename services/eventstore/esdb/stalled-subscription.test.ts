import { expect, test } from 'vitest';
import { createStuckReporter } from './stalled-subscription.ts';

test('stalled subscription is reported after half a minute without progress, and then once a minute', () => {
  let now = 1_000;
  const told: number[] = [];
  const watch = createStuckReporter(
    { afterMs: 30_000, eachMs: 60_000 },
    ms => told.push(ms),
    () => now,
  );
  const fails = (times: number) => {
    for (let i = 0; i < times; i++) {
      watch.failed(new Error('away'));
      now += 5_000;
    }
  };
  fails(6);
  expect(told).toEqual([]);
  fails(12);
  expect(told).toEqual([30_000]);
  fails(13);
  expect(told).toEqual([30_000, 90_000, 150_000]);
  watch.goesOn();
  fails(6);
  expect(told).toEqual([30_000, 90_000, 150_000]);
});
