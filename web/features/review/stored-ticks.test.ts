import { expect, test } from 'vitest';
import { readReviewTicks, reviewTicksKey, storeReviewTicks } from './stored-ticks.ts';

function box(held: Record<string, string> = {}) {
  const map = new Map(Object.entries(held));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}
const version = { caseId: 'ABC234', list: 'plans', version: 2, bundle: 'a'.repeat(64) };
const key = reviewTicksKey('u1', version);

test('stored ticks are restored only for the same person, version and bundle', () => {
  const b = box();
  storeReviewTicks(b, key, { checked: new Set(['ipr', 'models']), taken: new Set(['order:attachment:11']) });
  const { checked, taken } = readReviewTicks(b, key);
  expect([[...checked], [...taken]]).toEqual([['models', 'ipr'], ['order:attachment:11']]);
  for (const other of [
    reviewTicksKey('u2', version),
    reviewTicksKey('u1', { ...version, version: 3 }),
    reviewTicksKey('u1', { ...version, list: 'targets' }),
    reviewTicksKey('u1', { ...version, bundle: 'b'.repeat(64) }),
  ])
    expect(readReviewTicks(b, other).checked.size).toBe(0);
  storeReviewTicks(b, key, { checked: new Set(), taken: new Set() });
  expect(b.map.size).toBe(0);
});

test.each(['{', '3', 'null', '[]', '{"checked":"ipr","taken":{"a":1}}', '{"checked":["crown",3]}'])(
  'invalid stored ticks are ignored: %s',
  text => {
    const { checked, taken } = readReviewTicks(box({ [key]: text }), key);
    expect(checked.size + taken.size).toBe(0);
  },
);
