/** What a list shows while it is scrolled: nothing moves under the pointer, and what has come waits. Pure. */

type Item = { id: string };

/** Those of the newest page that are not on screen and stand before all that is. */
export function waitingOf<T extends Item>(shown: readonly T[], latest: readonly T[]): T[] {
  const ids = new Set(shown.map(({ id }) => id));
  const first = latest.findIndex(({ id }) => ids.has(id));
  return latest.slice(0, first < 0 ? latest.length : first);
}

/** What is on screen, each as it stands now. */
export function heldItems<T extends Item>(shown: readonly T[], latest: readonly T[]): T[] {
  const now = new Map(latest.map(item => [item.id, item]));
  return shown.map(item => now.get(item.id) ?? item);
}
