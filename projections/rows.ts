/** Rows in memory: those that changed since the last save, and the hot ones, parsed. */
import type { RowStore } from './store.ts';
import type { View } from './view.ts';

export type Entry = {
  readonly view: number;
  readonly id: string;
  /** The row as it is now; null where there is none. */
  row: unknown;
  /** Position of the last event in it; -1n where there is no row. */
  position: bigint;
  /** The row as it is stored. */
  before: unknown;
  /** True where a row is stored. */
  stored: boolean;
  dirty: boolean;
};

export type Cache = ReturnType<typeof createCache>;

/** `keep` of each view bounds what stays in memory; what changed stays until it is saved. */
export function createCache(store: RowStore, views: readonly View[]) {
  const numbers = new Map(views.map((view, n) => [view.name, n]));
  const kept = views.map(() => new Map<string, Entry>());
  let dirty: Entry[] = [];

  const load = (view: number, id: string): Entry => {
    const stored = store.get(view, id);
    // The boundary where stored JSON becomes a row again: only `save` has written it.
    const row: unknown = stored ? JSON.parse(stored.json) : null;
    const position = stored?.position ?? -1n;
    return { view, id, row, position, before: row, stored: stored !== undefined, dirty: false };
  };
  /** Moves the entry to the young end of its view's map, and drops the oldest that are saved. */
  const keep = (entry: Entry) => {
    const map = kept[entry.view];
    if (!map) return;
    map.delete(entry.id);
    map.set(entry.id, entry);
  };
  const trim = (n: number) => {
    const map = kept[n];
    if (!map) return;
    const most = views[n]?.keep ?? 0;
    for (const [id, { dirty: unsaved }] of map) {
      if (map.size <= most) break;
      if (!unsaved) map.delete(id);
    }
  };
  const entry = (view: number, id: string): Entry => {
    const known = kept[view]?.get(id);
    if (known) return known;
    const loaded = load(view, id);
    keep(loaded);
    return loaded;
  };
  return {
    entry,
    /** As `entry`, for an id that is surely not stored; `once`: and that nothing looks for until it is. */
    fresh(view: number, id: string, once = false): Entry {
      const made = { view, id, row: null, position: -1n, before: null, stored: false, dirty: false };
      if (!once) kept[view]?.set(id, made);
      return made;
    },
    change(target: Entry, row: unknown, position: bigint) {
      target.row = row;
      target.position = position;
      if (target.dirty) return;
      target.dirty = true;
      dirty.push(target);
    },
    /** Also those that are added while this is gone through. */
    changed: (): readonly Entry[] => dirty,
    read(view: string, id: string): unknown {
      const n = numbers.get(view);
      if (n === undefined) throw new Error(`no view ${view}`);
      return entry(n, id).row ?? undefined;
    },
    /** The entry for a reader outside of a fold: what is not there is not remembered. */
    stored(view: string, id: string): Entry | undefined {
      const n = numbers.get(view);
      if (n === undefined) throw new Error(`no view ${view}`);
      const known = kept[n]?.get(id);
      if (known) keep(known);
      const found = known ?? load(n, id);
      if (found.row === null) return undefined;
      if (known || (views[n]?.keep ?? 0) === 0) return found;
      keep(found);
      // Where much is read and nothing changes, no save trims.
      trim(n);
      return found;
    },
    /** What changed is stored from now on. */
    settle() {
      for (const target of dirty) {
        if ((views[target.view]?.keep ?? 0) > 0) keep(target);
        target.before = target.row;
        target.stored = target.row !== null;
        target.dirty = false;
      }
      dirty = [];
      for (const n of kept.keys()) trim(n);
    },
    clear() {
      for (const map of kept) map.clear();
      dirty = [];
    },
  };
}
