/** Which numbers of nested counts are hidden, because the cases between two of them are a few. Pure. */
import type { ReportDefinition } from './report.ts';
import type { GroupedCell } from './small-cells.ts';

/** The counts of every value of the filter at one place of a line: none contains another. */
type Place = { key: string; counts: readonly number[] };

/** Keys of the places that differ from the last shown one by 1 to below k at any value. */
export function findHiddenKeysInLine(line: readonly Place[], k: number): string[] {
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

/** A cell of an answer without the filter, with its counts for every value of the filter. */
type NestedCell<Item> = Pick<GroupedCell<Item>, 'item' | 'part' | 'what'> & Place;

/**
 * Returns the keys of the numbers to hide. They are the same for every value of the filter: a number that is hidden for only
 * one value could be computed as the total minus the other values. Numbers that are hidden for other reasons, which differ by
 * value, are therefore treated as shown. Numbers of cases are decided first, because hiding one hides its whole item; parts
 * of hidden items are not compared.
 */
export function findKeysHiddenByNesting<Item>(
  { nested }: ReportDefinition<Item>,
  cells: readonly NestedCell<Item>[],
  k: number,
): string[] {
  if (!nested) return [];
  const hiddenAmong = (some: readonly NestedCell<Item>[]) =>
    [...Map.groupBy(some, ({ item, what }) => `${nested(item)} ${what}`).values()].flatMap(line =>
      findHiddenKeysInLine(line, k),
    );
  const keys = hiddenAmong(cells.filter(({ part }) => part === null));
  const gone = new Set(cells.filter(({ key }) => keys.includes(key)).map(({ item }) => item));
  return [...keys, ...hiddenAmong(cells.filter(({ part, item }) => part !== null && !gone.has(item)))];
}
