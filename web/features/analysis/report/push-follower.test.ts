import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPushFollower, rereadDelaysMs } from './push-follower.ts';

const row = (position: string, view = 'caseList') => ({ rows: [{ view, id: 'P3WJHA', position, row: {} }] });
const aMinute = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a report is read again until it has what was pushed', async () => {
  const positions = ['log-6', undefined, 'log-7'];
  const read = vi.fn(async () => positions.shift());
  createPushFollower(read).pushed(row('log-7'));
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(read).toHaveBeenCalledTimes(3);
});

test('pushes within the first wait lead to one reading', async () => {
  const read = vi.fn(async () => 'log-8');
  const follower = createPushFollower(read);
  for (const position of ['log-7', 'log-8']) follower.pushed(row(position));
  await vi.advanceTimersByTimeAsync(aMinute);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a report that never gets there is left after the last wait, until the next push', async () => {
  const read = vi.fn(async () => 'log-6');
  const follower = createPushFollower(read);
  follower.pushed(row('log-7'));
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(read).toHaveBeenCalledTimes(rereadDelaysMs.length);
  follower.pushed(row('log-9'));
  await vi.advanceTimersByTimeAsync(rereadDelaysMs[0]);
  expect(read).toHaveBeenCalledTimes(rereadDelaysMs.length + 1);
});

test('a row of something else is read once, and nothing after the end', async () => {
  const read = vi.fn(async () => 'log-6');
  const follower = createPushFollower(read);
  follower.pushed(row('log-7', 'desk'));
  await vi.advanceTimersByTimeAsync(aMinute);
  expect(read).toHaveBeenCalledTimes(1);
  follower.pushed(row('log-8'));
  follower.stop();
  await vi.advanceTimersByTimeAsync(aMinute);
  expect(read).toHaveBeenCalledTimes(1);
});
