/** How what the server pushes meets what is on screen: by id, and the newer position wins. Pure. */
import type { RowChange } from '#events/wire.ts';

type Positioned = { position: string };

const digitsOf = (wire: string): { log: string; at: bigint } => {
  const cut = wire.lastIndexOf('-');
  const digits = wire.slice(cut + 1);
  return { log: wire.slice(0, Math.max(0, cut)), at: /^\d+$/.test(digits) ? BigInt(digits) : -1n };
};

/** Whether `next` stands later in the log than `shown`; a position of another log is always news. */
export function isNewer(next: string, shown: string | null | undefined): boolean {
  if (!shown) return true;
  const a = digitsOf(next);
  const b = digitsOf(shown);
  return a.log !== b.log || a.at > b.at;
}

/** The lesser of two positions of one log: what a page was rendered at is the least of what it shows. */
export function lesser(a: string | null, b: string): string {
  return a === null || isNewer(a, b) ? b : a;
}

export type Merged<Item> = { items: Item[]; changed: boolean };

/**
 * A list with one row changed where it stands. A row that is not in the list is not added, and one that the viewer lost
 * sight of is taken out: the order never changes under the pointer.
 */
export function mergeRow<Item extends Positioned>(
  items: readonly Item[],
  change: Pick<RowChange, 'id' | 'position' | 'row'>,
  idOf: (item: Item) => string,
): Merged<Item> {
  let changed = false;
  const next = items.flatMap(item => {
    if (idOf(item) !== change.id || !isNewer(change.position, item.position)) return [item];
    changed = true;
    // The boundary: a row of this view, presented to this viewer as reads would answer it.
    return change.row === null ? [] : [change.row as Item];
  });
  return { items: next, changed };
}

/** Newest first, each once: the new ones before what is there, at most `most`. */
export function prepend<Item>(
  items: readonly Item[],
  news: readonly Item[],
  idOf: (item: Item) => string,
  most: number,
): Item[] {
  const fresh = new Set(news.map(idOf));
  return [...news, ...items.filter(item => !fresh.has(idOf(item)))].slice(0, most);
}
