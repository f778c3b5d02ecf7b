import { expect, test } from 'vitest';
import { marksWithin } from './history-marks.ts';

const range = { start: Date.parse('2026-01-01T00:00:00Z'), end: Date.parse('2026-12-01T00:00:00Z') };
const [first, second] = [{ at: '2026-01-02T00:00:00.000Z' }, { at: '2026-04-06T16:00:00.250Z' }];
const note = (id: string, at: string) => ({ id, at, text: `note ${id}` });

test('marks stand in order of time, at whole seconds that are not earlier', () => {
  const marks = marksWithin(
    {
      releases: [first, second],
      items: [note('b', '2026-05-01T00:00:00Z'), note('a', '2026-02-01T00:00:00Z')],
    },
    range,
  );
  expect(marks).toEqual([
    { at: Date.parse('2026-02-01T00:00:00Z'), id: 'a', text: 'note a' },
    { at: Date.parse('2026-04-06T16:00:01Z'), id: null, text: null },
    { at: Date.parse('2026-05-01T00:00:00Z'), id: 'b', text: 'note b' },
  ]);
});

test('the first release and moments outside the range are no marks', () => {
  expect(marksWithin({ releases: [first], items: [note('a', '2025-12-31T00:00:00Z')] }, range)).toEqual([]);
});
