/** Days and times in queries, in the time zone of the viewer's organisation. */
import { expect, test } from 'vitest';
import { emptyDirectory } from '#events/person/directory.ts';
import { parseInstant, parsePointInTime } from './point-in-time.ts';

const iso = (ms: bigint | number) => new Date(Number(ms)).toISOString();
const models = { logId: '9f86d081-0000', directory: () => emptyDirectory };

test('a day begins at midnight of the time zone, whatever the clocks do on it', () => {
  expect(iso(parseInstant('Asia/Shanghai', '2026-03-01'))).toBe('2026-02-28T16:00:00.000Z');
  expect(iso(parseInstant('Europe/Berlin', '2026-03-29'))).toBe('2026-03-28T23:00:00.000Z');
  expect(iso(parseInstant('UTC', '2026-03-01'))).toBe('2026-03-01T00:00:00.000Z');
});

test('an ISO time is the same in every time zone', () => {
  for (const zone of ['Asia/Shanghai', 'UTC'])
    expect(iso(parseInstant(zone, '2026-03-01T09:00:00+02:00'))).toBe('2026-03-01T07:00:00.000Z');
});

test('a moment is a day of the organisation, a time, or a position of this log', () => {
  const viewer = { orgId: 'main' };
  expect(iso(parsePointInTime(models, viewer, '2026-03-01'))).toBe('2026-02-28T16:00:00.000Z');
  expect(parsePointInTime(models, viewer, '9f86d081-12')).toBe(12n);
  expect(() => parsePointInTime(models, viewer, '00000000-12')).toThrow('positionForeign');
  expect(() => parsePointInTime(models, viewer, 'yesterday')).toThrow('badInput');
});
