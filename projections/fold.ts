/** Folds batches of events into rows and saves the result. */
import type { Recorded } from '#events/envelope.ts';
import type { StoredRowChange } from './contract.ts';
import { createRowIndexer, indexRowWords, sightsOf } from './indexing.ts';
import { createRowCache, type RowCache, type RowEntry } from './rows.ts';
import type { RowStore } from './store.ts';
import type { DerivedView, FoldedView, RowReader, View } from './view.ts';

const isDerived = (view: View): view is DerivedView => 'from' in view;

/** The part of a stream's name that views follow: the prefix up to its dash, or the whole name. */
function kindOf(stream: string): string {
  const dash = stream.indexOf('-');
  return dash < 0 ? stream : stream.slice(0, dash + 1);
}

export type SavedChanges = { changes: StoredRowChange[]; rooms: string[] };

export type FoldOptions = {
  store: RowStore;
  views: readonly View[];
  /** Current time in milliseconds since 1970, which dates removals. */
  clock: { now(): number };
  /** For rebuilds: skips sights, words and removals. `indexAllRows` adds sights and words at the end. */
  bulk?: boolean;
};

export type EventFolder = ReturnType<typeof createEventFolder>;

/** Caches hot rows as parsed objects. Each `save` writes a changed row once, however many events changed it. */
export function createEventFolder({ store, views, clock, bulk = false }: FoldOptions) {
  const cache = createRowCache(store, views);
  // The boundary: a row of any view gets the type that its reader names (see RowReader).
  const read: RowReader = { row: <R>(view: string, id: string) => cache.read(view, id) as R | undefined };
  const { apply, refold } = createApply(cache, views, read);
  const derive = createDerive(cache, views);
  const index = createRowIndexer(store, clock);

  const changeOf = (entry: RowEntry, view: View): StoredRowChange => ({
    view: view.name,
    id: entry.id,
    position: entry.position,
    before: entry.before ?? undefined,
    after: entry.row ?? undefined,
    rooms: { before: roomsOf(view, entry.before, read), after: roomsOf(view, entry.row, read) },
  });
  return {
    apply,
    refold,
    /** Drops the cache after a rolled-back save, so that rows are read from the store again. */
    forget: () => cache.clear(),
    entry: (view: string, id: string) => cache.stored(view, id),
    /** Writes all changed rows; call it inside a transaction. Returns the changes to announce. */
    save(): SavedChanges {
      derive();
      const changes: StoredRowChange[] = [];
      for (const entry of cache.changed()) {
        const view = views[entry.view];
        if (!view) continue;
        write(store, entry);
        if (bulk) continue;
        index(entry, view);
        changes.push(changeOf(entry, view));
      }
      cache.settle();
      return { changes, rooms: bulk ? [] : store.flushCounts() };
    },
    /**
     * Indexes the words of waiting rows in a separate transaction.
     * @param most number of rows
     * @returns whether rows are still waiting
     */
    indexWords(most = Number.MAX_SAFE_INTEGER): boolean {
      if (store.wordQueue.size() === 0) return false;
      store.transaction(() => {
        for (const { view: n, id } of store.wordQueue.take(most)) {
          const view = views[n];
          if (view) indexRowWords(store, { view, n, id, row: cache.stored(view.name, id)?.row });
        }
      });
      return store.wordQueue.size() > 0;
    },
  };
}

/** Maps a stream's kind to the views that follow it, in fold order. */
function followersOf(views: readonly View[]) {
  const followers = new Map<string, { view: FoldedView; n: number }[]>();
  for (const [n, view] of views.entries()) {
    if (isDerived(view)) continue;
    for (const kind of view.follows) followers.set(kind, [...(followers.get(kind) ?? []), { view, n }]);
  }
  return (event: Recorded) => followers.get(kindOf(event.stream)) ?? [];
}

function createApply(cache: RowCache, views: readonly View[], read: RowReader) {
  const followers = followersOf(views);
  const fold = (view: FoldedView, entry: RowEntry, event: Recorded) => {
    const row = view.fold(entry.row ?? undefined, event, read, entry.id);
    if (row !== entry.row) cache.change(entry, row, event.position);
  };
  return {
    /** Folds an event into views. @param into selects views; by default all that follow the stream */
    apply(event: Recorded, into?: (view: FoldedView) => boolean) {
      for (const { view, n } of followers(event)) {
        if (into && !into(view)) continue;
        for (const id of view.keys(event, read))
          fold(view, view.fresh?.(event, id) ? cache.fresh(n, id, view.once) : cache.entry(n, id), event);
      }
    },
    /**
     * Folds events again into all views that may contain personal data. Every touched row starts empty, and so does
     * `from`, before any view reads it.
     * @param position new position of the rows, except rows of single events; default: of the last event in each
     */
    refold(events: readonly Recorded[], from: { view: string; id: string }, position?: bigint) {
      const begun = new Set<RowEntry>();
      const begin = (entry: RowEntry) => {
        if (!begun.has(entry)) cache.change(entry, null, entry.position);
        begun.add(entry);
        return entry;
      };
      const number = views.findIndex(view => view.name === from.view);
      begin(cache.entry(number, from.id));
      for (const event of events)
        for (const { view, n } of followers(event).filter(each => !each.view.impersonal))
          for (const id of view.keys(event, read)) fold(view, begin(cache.entry(n, id)), event);
      if (position === undefined) return;
      for (const entry of begun) {
        const { repositioned, once } = views[entry.view] as FoldedView;
        if (once) continue;
        const row = entry.row !== null && repositioned ? repositioned(entry.row, position) : entry.row;
        cache.change(entry, row, position);
      }
    },
  };
}

/** Updates the derived rows of all changed rows, once in a batch. */
function createDerive(cache: RowCache, views: readonly View[]) {
  const all = views.flatMap((view, n) =>
    isDerived(view) ? [{ view, n, from: views.findIndex(v => v.name === view.from) }] : [],
  );
  return () => {
    for (const { view, n, from } of all)
      for (const source of cache.changed()) {
        if (source.view !== from) continue;
        const row = source.row === null ? null : view.derive(source.row);
        cache.change(cache.entry(n, source.id), row, source.position);
      }
  };
}

function write(store: RowStore, entry: RowEntry): void {
  if (entry.row === null) store.remove(entry.view, entry.id);
  else if (entry.stored) store.put(entry.view, entry.id, entry.position, JSON.stringify(entry.row));
  else store.insert(entry.view, entry.id, entry.position, JSON.stringify(entry.row));
}

/** Rooms that see the row: those of its sights, or those named by its view. */
function roomsOf(view: View, row: unknown, read: RowReader): string[] {
  if (row === null || row === undefined) return [];
  return view.rooms ? view.rooms(row, read) : sightsOf(view, row).map(sight => sight.room);
}
