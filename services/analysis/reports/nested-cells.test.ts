import { expect, test } from 'vitest';
import { createRandom } from '#events/script/random.ts';
import { findHiddenKeysInLine } from './nested-cells.ts';

const line = (...rows: number[][]) => rows.map((counts, i) => ({ key: `${i}`, counts }));

test('a number is hidden if a few cases are between it and the last one that is shown', () => {
  expect(findHiddenKeysInLine(line([10], [12], [14], [15], [15]), 5)).toEqual(['1', '2']);
  expect(findHiddenKeysInLine(line([30], [28], [20]), 5)).toEqual(['1']);
});

test('so is one that tells a few cases of another value of the filter', () => {
  expect(findHiddenKeysInLine(line([10, 40], [20, 42]), 5)).toEqual(['1']);
  expect(findHiddenKeysInLine(line([10, 40], [20, 40]), 5)).toEqual([]);
});

test('no two shown numbers of a line differ by a few, whatever the line', () => {
  const random = createRandom(4);
  for (let round = 0; round < 2000; round++) {
    let [a, b] = [0, 0];
    const places = line(
      ...Array.from({ length: 9 }, () => {
        a += Math.floor(random.next() ** 2 * 12);
        b += Math.floor(random.next() ** 2 * 12);
        return [a, b];
      }),
    );
    const hidden = new Set(findHiddenKeysInLine(places, 5));
    const shown = places.filter(({ key }) => !hidden.has(key));
    for (const one of shown)
      for (const other of shown)
        for (const [i, count] of one.counts.entries()) {
          const between = Math.abs(count - (other.counts[i] ?? 0));
          expect(between === 0 || between >= 5).toBe(true);
        }
  }
});
