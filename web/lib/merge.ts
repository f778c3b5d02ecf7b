/** Merges pushed rows into lists: by id, the newer log position wins. Pure functions. */
import type { RowChange } from '#events/wire.ts';

type Positioned = { position: string };

const digitsOf = (wire: string): { log: string; at: bigint } => {
  const cut = wire.lastIndexOf('-');
  const digits = wire.slice(cut + 1);
  return { log: wire.slice(0, Math.max(0, cut)), at: /^\d+$/.test(digits) ? BigInt(digits) : -1n };
};

/** Whether `next` is later in the log than `shown`; a position of another log is always newer. */
export function isNewerPosition(next: string, shown: string | null | undefined): boolean {
  if (!shown) return true;
  const a = digitsOf(next);
  const b = digitsOf(shown);
  return a.log !== b.log || a.at > b.at;
}

/** Returns the earlier of two positions of one log: a page's position is the earliest of its rows. */
export function earlierPosition(a: string | null, b: string): string {
  return a === null || isNewerPosition(a, b) ? b : a;
}

export type MergeResult<Item> = { items: Item[]; changed: boolean };

/**
 * Replaces one row in a list. Does not add a missing row; removes a row that the viewer may no longer see.
 * Rows keep
 * their order, so nothing moves under the pointer.
 */
export function mergeRow<Item extends Positioned>(
  items: readonly Item[],
  change: Pick<RowChange, 'id' | 'position' | 'row'>,
  idOf: (item: Item) => string,
): MergeResult<Item> {
  let changed = false;
  const next = items.flatMap(item => {
    if (idOf(item) !== change.id || !isNewerPosition(change.position, item.position)) return [item];
    changed = true;
    // Cast at the boundary: the server pushes rows of this view in the shape of its reads.
    return change.row === null ? [] : [change.row as Item];
  });
  return { items: next, changed };
}

/** Puts the new items first, keeps one of each id, and cuts the list to `most`. */
export function prependUnique<Item>(
  items: readonly Item[],
  news: readonly Item[],
  idOf: (item: Item) => string,
  most: number,
): Item[] {
  const fresh = new Set(news.map(idOf));
  return [...news, ...items.filter(item => !fresh.has(idOf(item)))].slice(0, most);
}
