/** Folding a batch of events into rows, and saving what came of it. */
import type { Recorded } from '#events/envelope.ts';
import type { Change } from './contract.ts';
import { createCache, type Entry } from './rows.ts';
import type { RowStore } from './store.ts';
import type { DerivedView, FoldedView, Reader, Sight, View } from './view.ts';

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
  /** While everything is built anew: sights, words and removals are left out, and `finish` adds them. */
  bulk?: boolean;
};

export type Folder = ReturnType<typeof createFolder>;

/** Keeps hot rows parsed; a row is written once for each `save`, however many events it took. */
export function createFolder({ store, views, clock, bulk = false }: FoldOptions) {
  const cache = createCache(store, views);
  const followers = followersOf(views);
  const derivedViews = views.flatMap((view, n) => (isDerived(view) ? [{ view, n }] : []));
  const numbers = new Map(views.map((view, n) => [view.name, n]));
  // The boundary where a row of any view takes the type its reader names (see Reader).
  const read: Reader = { row: <R>(view: string, id: string) => cache.read(view, id) as R | undefined };

  const apply = (event: Recorded) => {
    for (const { view, n } of followers.get(kindOf(event.stream)) ?? []) {
      for (const id of view.keys(event, read)) {
        const entry = view.fresh?.(event) ? cache.fresh(n, id, view.once) : cache.entry(n, id);
        const row = view.fold(entry.row ?? undefined, event, read, id);
        if (row !== entry.row) cache.change(entry, row, event.position);
      }
    }
  };

  const derive = () => {
    for (const { view, n } of derivedViews) {
      const from = numbers.get(view.from);
      for (const source of cache.changed()) {
        if (source.view !== from) continue;
        const row = source.row === null ? null : view.derive(source.row);
        cache.change(cache.entry(n, source.id), row, source.position);
      }
    }
  };

  const write = (entry: Entry) => {
    if (entry.row === null) store.remove(entry.view, entry.id);
    else if (entry.stored) store.put(entry.view, entry.id, entry.position, JSON.stringify(entry.row));
    else store.insert(entry.view, entry.id, entry.position, JSON.stringify(entry.row));
  };

  const index = (entry: Entry, view: View) => {
    const before = sightsOf(view, entry.before);
    const after = sightsOf(view, entry.row);
    store.sights.move(entry.id, before, after);
    if (view.words) reword(store, view, entry, after);
    if (view.resumes) noteRemoval(store, entry, before, after, clock.now());
  };

  const changeOf = (entry: Entry, view: View): Change => ({
    view: view.name,
    id: entry.id,
    position: entry.position,
    before: entry.before ?? undefined,
    after: entry.row ?? undefined,
    rooms: { before: roomsOf(view, entry.before, read), after: roomsOf(view, entry.row, read) },
  });

  /** Folds events anew into some views; the rows named by `from` begin as if there were none. */
  const again = (
    events: readonly Recorded[],
    names: readonly string[],
    from: { view: string; id: string },
  ) => {
    const start = cache.entry(numbers.get(from.view) ?? -1, from.id);
    cache.change(start, null, start.position);
    for (const event of events)
      for (const { view, n } of followers.get(kindOf(event.stream)) ?? []) {
        if (!names.includes(view.name)) continue;
        for (const id of view.keys(event, read)) {
          const entry = cache.entry(n, id);
          cache.change(entry, view.fold(entry.row ?? undefined, event, read, id), event.position);
        }
      }
  };

  return {
    read,
    apply,
    again,
    entry: (view: string, id: string) => cache.stored(view, id),
    /** Inside a transaction: writes every row that changed. The changes are for whoever is told. */
    save(): Saved {
      derive();
      const changes: Change[] = [];
      for (const entry of cache.changed()) {
        const view = views[entry.view];
        if (!view) continue;
        write(entry);
        if (bulk) continue;
        index(entry, view);
        changes.push(changeOf(entry, view));
      }
      cache.settle();
      return { changes, rooms: bulk ? [] : store.flushCounts() };
    },
    /** After a transaction that was rolled back: what memory holds is not what is stored. */
    forget: () => cache.clear(),
  };
}

/** Adds the sights and words that a build in bulk left out; gives way to others after each thousand rows. */
export async function indexAll(store: RowStore, views: readonly View[], turn: () => Promise<void>) {
  for (const [n, view] of views.entries()) {
    if (!view.sights && !view.words) continue;
    let rows = store.page(n, '', CHUNK);
    while (rows.length > 0) {
      const chunk = rows;
      store.transaction(() => {
        for (const { id, json } of chunk) indexOne(store, view, id, JSON.parse(json));
        store.flushCounts();
      });
      await turn();
      rows = store.page(n, rows[rows.length - 1]?.id ?? '', CHUNK);
    }
  }
}

const CHUNK = 1000;

function indexOne(store: RowStore, view: View, id: string, row: unknown): void {
  const sights = sightsOf(view, row);
  store.sights.move(id, [], sights);
  if (view.words) store.words.put(id, textsOf(view, row), sights);
}

function followersOf(views: readonly View[]) {
  const followers = new Map<string, { view: FoldedView; n: number }[]>();
  for (const [n, view] of views.entries()) {
    if (isDerived(view)) continue;
    for (const kind of view.follows) followers.set(kind, [...(followers.get(kind) ?? []), { view, n }]);
  }
  return followers;
}

const remembered = new WeakMap<object, readonly Sight[]>();

/** Rows never change in place, so what was worked out of one when it came holds when it goes. */
function sightsOf(view: View, row: unknown): readonly Sight[] {
  if (row === null || typeof row !== 'object' || !view.sights) return [];
  const known = remembered.get(row);
  if (known) return known;
  const sights = view.sights(row);
  remembered.set(row, sights);
  return sights;
}

/** Rooms that a row concerns: those of its sights, or those that its view names. */
function roomsOf(view: View, row: unknown, read: Reader): string[] {
  if (row === null || row === undefined) return [];
  return view.rooms ? view.rooms(row, read) : sightsOf(view, row).map(sight => sight.room);
}

const textsOf = (view: View, row: unknown): string[] =>
  row === null || row === undefined || !view.words ? [] : view.words(row);

/** Most changes of a row leave its words alone. */
function reword(store: RowStore, view: View, entry: Entry, sights: readonly Sight[]): void {
  const texts = textsOf(view, entry.row);
  const same = textsOf(view, entry.before).join('\n') === texts.join('\n');
  if (!same) store.words.put(entry.id, texts, sights);
  else if (texts.length > 0) store.words.place(entry.id, sights);
}

/** A room that lost sight of a row keeps that in mind for a day. */
function noteRemoval(
  store: RowStore,
  entry: Entry,
  before: readonly Sight[],
  after: readonly Sight[],
  at: number,
): void {
  const still = new Set(after.map(sight => sight.room));
  const rooms = before.map(sight => sight.room).filter(room => !still.has(room));
  if (rooms.length > 0)
    store.addRemoval({ view: entry.view, id: entry.id, position: entry.position, rooms }, at);
}
