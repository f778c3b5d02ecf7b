import { expect, test } from 'vitest';
import { createZonedTimeFormat } from './zoned-time.ts';

test('a time begins with the day of the zone', () => {
  expect(createZonedTimeFormat('Asia/Shanghai')('2026-11-28T18:00:00.250Z')).toBe('2026-11-29T02:00:00.250Z');
  expect(createZonedTimeFormat('America/New_York')('2026-11-28T03:00:00.000Z')).toBe(
    '2026-11-27T22:00:00.000Z',
  );
  expect(createZonedTimeFormat('Asia/Kathmandu')('2026-11-28T18:14:59.999Z')).toBe(
    '2026-11-28T23:59:59.999Z',
  );
});

test('an offset that changes in the middle of a day holds from that moment on', () => {
  const berlin = createZonedTimeFormat('Europe/Berlin');
  expect(['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'].map(berlin)).toEqual([
    '2026-03-29T01:59:00.000Z',
    '2026-03-29T03:00:00.000Z',
  ]);
});
