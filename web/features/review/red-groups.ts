/** Red points that differ in their teeth and amounts only, to be acknowledged with one tick. */
import type { RedItem } from './red.ts';

/** Kinds of keys that are grouped; each request and each departure from the order is decided on its own. */
const groupedKinds = ['collision', 'velocity'] as const;
type GroupedKind = (typeof groupedKinds)[number];

/** Fewer points of a kind than this are listed without a tick for all. */
const least = 3;

export type RedGroup = { kind: GroupedKind | null; items: readonly RedItem[] };

/** Groups in the order of their first points; ungrouped points between them keep their order. */
export function groupsOf(items: readonly RedItem[]): RedGroup[] {
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
