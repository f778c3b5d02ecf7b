/** Content of a scrolled list: rows stay in place, new messages wait. Pure. */

type Item = { id: string };

/** Messages of the newest page that are newer than all on screen. */
export function newerThanShown<T extends Item>(shown: readonly T[], latest: readonly T[]): T[] {
  const ids = new Set(shown.map(({ id }) => id));
  const first = latest.findIndex(({ id }) => ids.has(id));
  return latest.slice(0, first < 0 ? latest.length : first);
}

/** The rows on screen in their current version. */
export function updateShownItems<T extends Item>(shown: readonly T[], latest: readonly T[]): T[] {
  const now = new Map(latest.map(item => [item.id, item]));
  return shown.map(item => now.get(item.id) ?? item);
}
