/** Folding a batch of events into rows, and saving what came of it. */
import type { Recorded } from '#events/envelope.ts';
import type { Change } from './contract.ts';
import { createIndexing, sightsOf, wordRow } from './indexing.ts';
import { type Cache, createCache, type Entry } from './rows.ts';
import type { RowStore } from './store.ts';
import type { DerivedView, FoldedView, Reader, View } from './view.ts';

const isDerived = (view: View): view is DerivedView => 'from' in view;

/** The part of a stream's name that views follow: up to its dash, or all of it. */
function kindOf(stream: string): string {
  const dash = stream.indexOf('-');
  return dash < 0 ? stream : stream.slice(0, dash + 1);
}

export type Saved = { changes: Change[]; rooms: string[] };

export type FoldOptions = {
  store: RowStore;
  views: readonly View[];
  /** Milliseconds since 1970: how old removals are follows from it. */
  clock: { now(): number };
  /** While everything is built anew: sights, words and removals are left out, and `indexAll` adds them. */
  bulk?: boolean;
};

export type Folder = ReturnType<typeof createFolder>;

/** Keeps hot rows parsed; a row is written once for each `save`, however many events it took. */
export function createFolder({ store, views, clock, bulk = false }: FoldOptions) {
  const cache = createCache(store, views);
  // The boundary where a row of any view takes the type its reader names (see Reader).
  const read: Reader = { row: <R>(view: string, id: string) => cache.read(view, id) as R | undefined };
  const { apply, again } = createApply(cache, views, read);
  const derive = createDerive(cache, views);
  const index = createIndexing(store, clock);

  const changeOf = (entry: Entry, view: View): Change => ({
    view: view.name,
    id: entry.id,
    position: entry.position,
    before: entry.before ?? undefined,
    after: entry.row ?? undefined,
    rooms: { before: roomsOf(view, entry.before, read), after: roomsOf(view, entry.row, read) },
  });
  return {
    apply,
    again,
    /** What was saved and is undone: everything is read again from what is stored. */
    forget: () => cache.clear(),
    entry: (view: string, id: string) => cache.stored(view, id),
    /** Inside a transaction: writes every row that changed. The changes are for whoever is told. */
    save(): Saved {
      derive();
      const changes: Change[] = [];
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
     * Between two saves: writes the words of rows that wait for it, all or so many of them in one transaction.
     * @returns true where others wait
     */
    word(most = Number.MAX_SAFE_INTEGER): boolean {
      if (store.unworded.size() === 0) return false;
      store.transaction(() => {
        for (const { view: n, id } of store.unworded.take(most)) {
          const view = views[n];
          if (view) wordRow(store, view, id, cache.stored(view.name, id)?.row);
        }
      });
      return store.unworded.size() > 0;
    },
  };
}

/** Who follows which kind of stream, in the order of the views. */
function followersOf(views: readonly View[]) {
  const followers = new Map<string, { view: FoldedView; n: number }[]>();
  for (const [n, view] of views.entries()) {
    if (isDerived(view)) continue;
    for (const kind of view.follows) followers.set(kind, [...(followers.get(kind) ?? []), { view, n }]);
  }
  return (event: Recorded) => followers.get(kindOf(event.stream)) ?? [];
}

function createApply(cache: Cache, views: readonly View[], read: Reader) {
  const followers = followersOf(views);
  const fold = (view: FoldedView, entry: Entry, event: Recorded) => {
    const row = view.fold(entry.row ?? undefined, event, read, entry.id);
    if (row !== entry.row) cache.change(entry, row, event.position);
  };
  return {
    /** @param into default: every view that follows its stream */
    apply(event: Recorded, into?: (view: FoldedView) => boolean) {
      for (const { view, n } of followers(event)) {
        if (into && !into(view)) continue;
        for (const id of view.keys(event, read))
          fold(view, view.fresh?.(event, id) ? cache.fresh(n, id, view.once) : cache.entry(n, id), event);
      }
    },
    /**
     * Folds a stream's events anew into the views that may hold something personal: each row that they meet begins as if
     * there were none, and `from` before all others, which read it.
     * @param position that the rows have from then on, but for those of one event alone; default: of the last event in each
     */
    again(events: readonly Recorded[], from: { view: string; id: string }, position?: bigint) {
      const begun = new Set<Entry>();
      const begin = (entry: Entry) => {
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
        const { renewed, once } = views[entry.view] as FoldedView;
        if (once) continue;
        const row = entry.row !== null && renewed ? renewed(entry.row, position) : entry.row;
        cache.change(entry, row, position);
      }
    },
  };
}

/** Rows of derived views follow those that changed, once for each batch. */
function createDerive(cache: Cache, views: readonly View[]) {
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

function write(store: RowStore, entry: Entry): void {
  if (entry.row === null) store.remove(entry.view, entry.id);
  else if (entry.stored) store.put(entry.view, entry.id, entry.position, JSON.stringify(entry.row));
  else store.insert(entry.view, entry.id, entry.position, JSON.stringify(entry.row));
}

/** Rooms that a row concerns: those of its sights, or those that its view names. */
function roomsOf(view: View, row: unknown, read: Reader): string[] {
  if (row === null || row === undefined) return [];
  return view.rooms ? view.rooms(row, read) : sightsOf(view, row).map(sight => sight.room);
}
