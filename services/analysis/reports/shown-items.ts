/** Items of an answer without hidden ones and hidden numbers. Pure. */
import type { ReportDefinition } from './report.ts';
import type { GroupedCell } from './small-cells.ts';

/** Numbers that are hidden because a number of the previous item is: the previous item could be computed from them. */
function hiddenAfter<Item>(
  { line }: ReportDefinition<Item>,
  items: Iterable<readonly [Item, boolean]>,
): Set<Item> {
  const after = new Set<Item>();
  if (!line) return after;
  const isHiddenIn = new Map<string, boolean>();
  for (const [item, isHidden] of items) {
    const own = line(item);
    if (isHiddenIn.get(own)) after.add(item);
    isHiddenIn.set(own, isHidden);
  }
  return after;
}

/** The items without hidden ones and hidden numbers. */
export function shownItems<Item>(
  report: ReportDefinition<Item>,
  cells: readonly GroupedCell<Item>[],
  keys: ReadonlySet<string>,
) {
  const told = [...Map.groupBy(cells, ({ item }) => item)].map(([item, own]) => ({
    ...{ item, own, hiddenParts: own.filter(({ key }) => keys.has(key)).map(({ part }) => part) },
  }));
  const after = hiddenAfter(
    report,
    told.map(({ item, hiddenParts }) => [item, hiddenParts.length > 0]),
  );
  const items: Item[] = [];
  const hidden: Item[] = [];
  for (const { item, own, hiddenParts } of told) {
    const parts = after.has(item) ? own.map(({ part }) => part) : hiddenParts;
    const empty = Object.fromEntries(parts.flatMap(part => (part === null ? [] : [[part, null]])));
    if (hiddenParts.includes(null) || (report.line && hiddenParts.length > 0)) hidden.push(item);
    else items.push({ ...item, ...empty });
  }
  return { items, hidden };
}
