import { expect, test } from 'vitest';
import { groupRedItems } from './red-groups.ts';

const red = (...keys: string[]) => keys.map(key => ({ key, text: key }));
const kinds = (...keys: string[]) => groupRedItems(red(...keys)).map(g => [g.kind, g.items.map(i => i.key)]);

test('three collisions share a tick, even if other points are between them', () => {
  expect(kinds('request:1', 'collision:13-12:2:50', 'collision:11-21:2:9', 'collision:41-31:3:8')).toEqual([
    [null, ['request:1']],
    ['collision', ['collision:13-12:2:50', 'collision:11-21:2:9', 'collision:41-31:3:8']],
  ]);
});

test('two points of a kind are listed separately', () => {
  expect(kinds('velocity:13:4', 'velocity:12:4')).toEqual([[null, ['velocity:13:4', 'velocity:12:4']]]);
});

test('requests and deviations from the order are acknowledged one by one', () => {
  const keys = ['request:1', 'request:2', 'request:3', 'order:attachment:11', 'order:attachment:12'];
  expect(kinds(...keys)).toEqual([[null, keys]]);
});
