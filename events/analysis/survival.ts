/**
 * Kaplan–Meier estimate of how long cases take, in whole days. Cases still on the way count as "at least so long":
 * leaving them out would keep only the fast cases of a young or growing log. Pure.
 *
 * S(d) = ∏ (1 − arrivals(i) ÷ at risk(i)) over the days i ≤ d is the share of cases that take longer than d days.
 * At risk on day i are the cases that took at least i days, and the open ones that have taken at least i days so far.
 * Source: E. L. Kaplan, P. Meier, "Nonparametric Estimation from Incomplete Observations", Journal of the American
 * Statistical Association 53 (1958), 457–481. As there, a case open on day i is at risk on that day.
 */

/** Cases by whole days. */
export type LifetimeCounts = {
  /** Number of cases that arrived after exactly this many days. */
  arrived(days: number): number;
  /** Number of open cases that have taken exactly this many days so far. */
  open(days: number): number;
  /** No case arrived after more days than this. */
  longest: number;
};

/** The cases from which a curve is computed. */
export type CasesAtRisk = {
  /** Only cases of at least this many days count. */
  taken: number;
  /** Number of those cases, arrived and open. */
  atRisk: number;
  /** The curve is not read where it rests on fewer cases than this. */
  fewest: number;
};

/** A share that rounding leaves below its exact value counts as reached. */
const rounding = 1e-9;

/**
 * The days within which shares of the cases arrive, among the cases of at least `taken` days.
 *
 * Where most cases are still younger than a day i, few are at risk on it, and one arrival moves the curve far. The
 * curve therefore ends where at risk(i) ÷ S(i − 1), the number of cases without open ones that would leave as many at
 * risk, falls below `fewest` (effective sample size: S. J. Cutler, F. Ederer, Journal of Chronic Diseases 8 (1958)).
 * @param shares 0 to 1, ascending
 * @returns days from the start for each share; null if the curve ends before the share, because too many cases are
 * still open
 */
export function survivalQuantiles(
  { arrived, open, longest }: LifetimeCounts,
  { taken, atRisk, fewest }: CasesAtRisk,
  shares: readonly number[],
): (number | null)[] {
  const found: (number | null)[] = shares.map(() => null);
  let [longer, left, next] = [1, atRisk, 0];
  for (let days = taken; days <= longest && next < shares.length; days++) {
    if (left <= 0 || left < fewest * longer - rounding) break;
    const arrivals = arrived(days);
    if (arrivals > 0) {
      longer *= 1 - arrivals / left;
      while (next < shares.length && 1 - longer >= (shares[next] ?? 1) - rounding) found[next++] = days;
    }
    left -= arrivals + open(days);
  }
  return found;
}
