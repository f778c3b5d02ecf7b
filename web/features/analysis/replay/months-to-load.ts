/** The months to load of a very long history: those nearest to a moment, as many as the browser plays well. Pure. */

/** Moves that are loaded at once. Their columns take about 30 bytes each, and as much again while they are joined. */
const mostMoves = 3_000_000;

/** The months by their distance from one of them, earlier ones first. `near` outside: the nearest end. */
export function sortMonthsByNearness(months: readonly string[], near: string | undefined): string[] {
  const found = months.findIndex(month => near !== undefined && month >= near);
  const index = found < 0 ? months.length - 1 : found;
  return months
    .map((month, i) => ({ month, distance: Math.abs(i - index) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ month }) => month);
}

/**
 * Returns how many of the nearest months are loaded: at least one, and none beyond the limit. They follow each other,
 * because the order goes outwards.
 * @param moves of each month, by nearness
 */
export function countMonthsToLoad(moves: readonly number[], most = mostMoves): number {
  let total = 0;
  const beyond = moves.findIndex(count => {
    total += count;
    return total > most;
  });
  return beyond < 0 ? moves.length : Math.max(1, beyond);
}
