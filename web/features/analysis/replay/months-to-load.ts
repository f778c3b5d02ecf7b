/**
 * The months to load of a very long history: those nearest to a moment, as many as the browser plays smoothly. Pure.
 */

/** Maximum number of loaded moves. Each takes about 30 bytes, and as much again while months are joined. */
const mostMoves = 3_000_000;

/**
 * Sorts months by their distance from the month `near`; of two at the same distance the earlier one is first. If `near`
 * is outside the history, the distance is from the nearest end.
 */
export function sortMonthsByNearness(months: readonly string[], near: string | undefined): string[] {
  const found = months.findIndex(month => near !== undefined && month >= near);
  const index = found < 0 ? months.length - 1 : found;
  return months
    .map((month, i) => ({ month, distance: Math.abs(i - index) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ month }) => month);
}

/**
 * Returns how many of the nearest months to load: at least one, otherwise only as many as stay within the limit. These
 * months are consecutive, because the order goes outwards.
 * @param moves number of moves of each month, sorted by nearness
 */
export function countMonthsToLoad(moves: readonly number[], most = mostMoves): number {
  let total = 0;
  const beyond = moves.findIndex(count => {
    total += count;
    return total > most;
  });
  return beyond < 0 ? moves.length : Math.max(1, beyond);
}
