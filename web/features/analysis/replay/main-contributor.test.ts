import { expect, test } from 'vitest';
import { mainContributor } from './main-contributor.ts';

const counts = (of: Record<string, number>) => new Map(Object.entries(of));

test('names who has at least half of the change, in its direction', () => {
  expect(mainContributor(counts({ a: 2, b: 9 }), counts({ a: 42, b: 30 }), 61)).toEqual({
    name: 'a',
    change: 40,
  });
  expect(mainContributor(counts({ a: 40 }), counts({ b: 3 }), -37)).toEqual({ name: 'a', change: -40 });
});

test('names nobody whose share is smaller, or against the whole', () => {
  expect(mainContributor(counts({}), counts({ a: 2, b: 2, c: 2 }), 6)).toBeNull();
  expect(mainContributor(counts({ a: 9 }), counts({ b: 4, c: 4, d: 4 }), 3)).toEqual({
    name: 'b',
    change: 4,
  });
  expect(mainContributor(counts({ a: 5 }), counts({ a: 5 }), 0)).toBeNull();
});
