/** Updates the indexes of changed rows: sights, words, and rooms that lost sight of a row. */
import type { RowEntry } from './rows.ts';
import type { RowStore } from './store.ts';
import type { Sight, View } from './view.ts';

/** Rows indexed between two yields to the event loop. */
const CHUNK = 1000;

/** Keyed by view as well, because two views may store the same row object in different lists. */
const remembered = new WeakMap<View, WeakMap<object, readonly Sight[]>>();

/** Cached by row object, which is safe because rows are never mutated. */
export function sightsOf(view: View, row: unknown): readonly Sight[] {
  if (row === null || typeof row !== 'object' || !view.sights) return [];
  const ofView = remembered.get(view) ?? new WeakMap<object, readonly Sight[]>();
  remembered.set(view, ofView);
  const known = ofView.get(row);
  if (known) return known;
  const sights = view.sights(row);
  ofView.set(row, sights);
  return sights;
}

const textsOf = (view: View, row: unknown): string[] =>
  row === null || row === undefined || !view.words ? [] : view.words(row);

/** Whether the indexed words are equal. Most changes of a row leave them unchanged. */
const sameWords = (view: View, before: unknown, after: unknown): boolean =>
  before !== null && textsOf(view, before).join('\n') === textsOf(view, after).join('\n');

/** Indexing words is the slowest step, so changed ones are queued and indexed later in bulk (`indexRowWords`). */
function queueWords(store: RowStore, view: View, entry: RowEntry, sights: readonly Sight[]): void {
  if (!sameWords(view, entry.before, entry.row)) store.wordQueue.note(entry.view, entry.id);
  else if (!view.placed) store.words.place(entry.view, entry.id, sights);
}

type WordedRow = { view: View; n: number; id: string; row: unknown };

/** Indexes the words of the current row of view number `n`, or removes them if the row is gone. */
export function indexRowWords(store: RowStore, { view, n, id, row }: WordedRow): void {
  const isThere = row !== null && row !== undefined;
  const where = isThere && view.placed ? view.placed(row) : sightsOf(view, row);
  store.words.put(n, id, textsOf(view, row), where);
}

/** Rooms that no longer see the row. They are kept for a day as removals. */
function lostBy(before: readonly Sight[], after: readonly Sight[]): string[] {
  const still = new Set(after.map(sight => sight.room));
  return before.map(sight => sight.room).filter(room => !still.has(room));
}

/** Moves a changed row from its old to its new index entries. */
export function createRowIndexer(store: RowStore, clock: { now(): number }) {
  return (entry: RowEntry, view: View): void => {
    const before = sightsOf(view, entry.before);
    const after = sightsOf(view, entry.row);
    store.sights.move(entry.id, before, after);
    if (view.words) queueWords(store, view, entry, after);
    const rooms = view.resumes ? lostBy(before, after) : [];
    const { id, position } = entry;
    if (rooms.length > 0) store.addRemoval({ view: entry.view, id, position, rooms }, clock.now());
  };
}

/** Adds the sights and words that a bulk build skipped. Yields to the event loop after each chunk. */
export async function indexAllRows(store: RowStore, views: readonly View[], turn: () => Promise<void>) {
  for (const [n, view] of views.entries()) {
    if (!view.sights && !view.words) continue;
    let rows = store.page(n, '', CHUNK);
    while (rows.length > 0) {
      for (const { id, json } of rows) indexOne(store, { view, n, id, row: JSON.parse(json) });
      store.flushCounts();
      await turn();
      rows = store.page(n, rows[rows.length - 1]?.id ?? '', CHUNK);
    }
  }
}

function indexOne(store: RowStore, worded: WordedRow): void {
  const { view, id, row } = worded;
  store.sights.move(id, [], sightsOf(view, row));
  if (view.words) indexRowWords(store, worded);
}
