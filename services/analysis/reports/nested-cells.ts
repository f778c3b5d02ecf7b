/** Which numbers of nested counts are hidden, because the cases between two of them are a few. Pure. */
import type { Report } from './report.ts';
import type { SmallCell } from './small-cells.ts';

/** The counts of every value of the filter at one place of a line: none contains another. */
type Place = { key: string; counts: readonly number[] };

/** Keys of the places that differ from the last shown one by 1 to below k at any value. */
export function hiddenKeysInLine(line: readonly Place[], k: number): string[] {
  let shown: Place | undefined;
  return line.flatMap(place => {
    const isTold = place.counts.some((count, i) => {
      const between = Math.abs(count - (shown?.counts[i] ?? count));
      return between > 0 && between < k;
    });
    if (isTold) return [place.key];
    shown = place;
    return [];
  });
}

type Filtered = readonly { key: string; parts: readonly number[] }[];

/**
 * Returns the keys of numbers to hide in addition to `hidden`. A hidden number of cases hides its whole item. So these are
 * decided first, and the parts of hidden items are not compared.
 */
export function keysHiddenByNesting<Item>(
  { nested }: Report<Item>,
  cells: readonly SmallCell<Item>[],
  filtered: Filtered,
  { hidden, k }: { hidden: ReadonlySet<string>; k: number },
): string[] {
  if (!nested) return [];
  const counts = new Map(filtered.map(({ key, parts }) => [key, parts]));
  const hiddenAmong = (some: readonly SmallCell<Item>[], known: ReadonlySet<string>) =>
    [
      ...Map.groupBy(
        some.filter(({ key }) => !known.has(key)),
        ({ item, what }) => `${nested(item)} ${what}`,
      ).values(),
    ].flatMap(line =>
      hiddenKeysInLine(
        line.map(({ key }) => ({ key, counts: counts.get(key) ?? [] })),
        k,
      ),
    );
  const ofCases = cells.filter(({ part }) => part === null);
  const keys = new Set(hiddenAmong(ofCases, hidden));
  const gone = new Set(ofCases.filter(({ key }) => keys.has(key) || hidden.has(key)).map(({ item }) => item));
  const ofParts = cells.filter(({ part, item }) => part !== null && !gone.has(item));
  return [...keys, ...hiddenAmong(ofParts, hidden)];
}
