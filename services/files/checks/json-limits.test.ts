import { expect, test } from 'vitest';
import { exceedsJsonLimits } from './json-limits.ts';

/**
 * Number of values and depth of parsed JSON, computed independently. An empty list or object counts twice.
 */
function held(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 0, depth: 0 };
  const within = Object.values(value).map(held);
  return {
    values: Math.max(1, within.length) + within.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...within.map(({ depth }) => depth)),
  };
}

test.each<{ value: unknown }>([
  { value: {} },
  { value: [] },
  { value: [[], [{}, {}]] },
  { value: { a: 'x,y', b: ['[', '\\', '"', '\\"['], 'k{,': 1 } },
  { value: { poses: [1, 2, 3, -1e-9, null, true], more: { deep: [[[['é, 牙']]]] } } },
])('$value is within its exact limits, and crowded with one less', ({ value }) => {
  const bytes = Buffer.from(JSON.stringify(value, null, 1));
  const { values, depth } = held(value);
  expect(exceedsJsonLimits(bytes, { max: values, depth })).toBe(false);
  expect(exceedsJsonLimits(bytes, { max: values - 1, depth })).toBe(true);
  expect(exceedsJsonLimits(bytes, { max: values, depth: depth - 1 })).toBe(true);
});

test('each entry of a list counts', () => {
  const bytes = Buffer.from(JSON.stringify(Array(100).fill(0)));
  expect(exceedsJsonLimits(bytes, { max: 100, depth: 1 })).toBe(false);
  expect(exceedsJsonLimits(bytes, { max: 99, depth: 1 })).toBe(true);
});
