/** Groups red points that differ only in teeth and amounts, for acknowledgement with one tick. */
import type { RedItem } from './red-items.ts';

/** Key kinds that are grouped; requests and deviations from the order are acknowledged one by one. */
const groupedKinds = ['collision', 'velocity'] as const;
type GroupedKind = (typeof groupedKinds)[number];

/** Minimum number of points in a group. */
const least = 3;

export type RedGroup = { kind: GroupedKind | null; items: readonly RedItem[] };

/** Returns groups in the order of their first points; ungrouped points keep their order. */
export function groupRedItems(items: readonly RedItem[]): RedGroup[] {
  const kindOf = (item: RedItem) => groupedKinds.find(kind => item.key.startsWith(`${kind}:`)) ?? null;
  const groups: { kind: GroupedKind | null; items: RedItem[] }[] = [];
  for (const item of items) {
    const kind = kindOf(item);
    const group = kind
      ? groups.find(one => one.kind === kind)
      : groups.at(-1)?.kind === null && groups.at(-1);
    if (group) group.items.push(item);
    else groups.push({ kind, items: [item] });
  }
  return groups.map(group => (group.items.length < least ? { ...group, kind: null } : group));
}
