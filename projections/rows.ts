/** The cache of parsed rows: changed since the last save, or recently used. */
import type { RowStore } from './store.ts';
import type { View } from './view.ts';

export type RowEntry = {
  readonly view: number;
  readonly id: string;
  /** The current row; null if there is none. */
  row: unknown;
  /** Position of the row's last event; -1n if there is no row. */
  position: bigint;
  /** The row as of the last save. */
  before: unknown;
  /** Whether the store contains the row. */
  stored: boolean;
  dirty: boolean;
};

/** A view's entries in memory, the least recently used first. */
type Kept = Map<string, RowEntry>;

export type RowCache = ReturnType<typeof createRowCache>;

/** Moves the entry to the most recently used end. */
function keep(kept: Kept | undefined, entry: RowEntry): void {
  kept?.delete(entry.id);
  kept?.set(entry.id, entry);
}

/** Drops saved entries, the least recently used first, until at most `most` entries are left. */
function trim(kept: Kept, most: number): void {
  for (const [id, { dirty }] of kept) {
    if (kept.size <= most) break;
    if (!dirty) kept.delete(id);
  }
}

/** Returns the cache of the views' rows. Each view's `keep` limits its saved rows in memory. Unsaved rows stay. */
export function createRowCache(store: RowStore, views: readonly View[]) {
  const numbers = new Map(views.map((view, n) => [view.name, n]));
  const numberOf = (view: string): number => {
    const n = numbers.get(view);
    if (n === undefined) throw new Error(`no view ${view}`);
    return n;
  };
  const kept = views.map((): Kept => new Map());
  const keptMost = (n: number) => views[n]?.keep ?? 0;
  let dirty: RowEntry[] = [];

  const load = (view: number, id: string): RowEntry => {
    const stored = store.get(view, id);
    // The boundary: stored JSON becomes a row, which only `save` has written.
    const row: unknown = stored ? JSON.parse(stored.json) : null;
    const position = stored?.position ?? -1n;
    return { view, id, row, position, before: row, stored: stored !== undefined, dirty: false };
  };
  const entry = (view: number, id: string): RowEntry => {
    const known = kept[view]?.get(id);
    if (known) return known;
    const loaded = load(view, id);
    keep(kept[view], loaded);
    return loaded;
  };
  return {
    entry,
    /**
     * Like `entry`, for an id that is not stored.
     * @param once nothing reads the row before it is saved
     */
    fresh(view: number, id: string, once = false): RowEntry {
      const made = { view, id, row: null, position: -1n, before: null, stored: false, dirty: false };
      if (!once) kept[view]?.set(id, made);
      return made;
    },
    change(target: RowEntry, row: unknown, position: bigint) {
      target.row = row;
      target.position = position;
      if (target.dirty) return;
      target.dirty = true;
      dirty.push(target);
    },
    /** Trap: iterating sees entries that are added meanwhile, which derived views rely on. */
    changed: (): readonly RowEntry[] => dirty,
    read(view: string, id: string): unknown {
      return entry(numberOf(view), id).row ?? undefined;
    },
    /** The entry for a reader outside a fold. Absent rows are not cached. */
    stored(view: string, id: string): RowEntry | undefined {
      const n = numberOf(view);
      const own = kept[n];
      const known = own?.get(id);
      if (known) keep(own, known);
      const found = known ?? load(n, id);
      if (found.row === null) return undefined;
      if (known || !own || keptMost(n) === 0) return found;
      keep(own, found);
      // Trims here too, because a cache that is only read is never saved, and only saves trim.
      trim(own, keptMost(n));
      return found;
    },
    /** Marks all changed rows as saved. */
    settle() {
      for (const target of dirty) {
        if (keptMost(target.view) > 0) keep(kept[target.view], target);
        target.before = target.row;
        target.stored = target.row !== null;
        target.dirty = false;
      }
      dirty = [];
      for (const [n, own] of kept.entries()) trim(own, keptMost(n));
    },
    clear() {
      for (const map of kept) map.clear();
      dirty = [];
    },
  };
}
