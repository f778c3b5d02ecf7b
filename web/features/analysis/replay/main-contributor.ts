/** Finds the person who causes most of the change between two counts. Pure. */

/** The part of one name in a change of the total. */
export type ChangeContribution = { name: string; change: number };

/**
 * Returns the largest contributor: the name whose change has the sign of the total change and is at least half of it;
 * null if no name has such a change.
 * @param before, after counts by name @param total the whole change
 */
export function mainContributor(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  total: number,
): ChangeContribution | null {
  let best: ChangeContribution | null = null;
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const change = (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const isMost = Math.abs(change) > Math.abs(best?.change ?? 0);
    if (change * total > 0 && 2 * Math.abs(change) >= Math.abs(total) && isMost) best = { name, change };
  }
  return best;
}
