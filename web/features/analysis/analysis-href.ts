import type { AnalysisScreen } from '#events/analysis/screens.ts';

/**
 * The address of a screen of the analysis.
 * @param search values of the address; null and undefined ones are left out
 */
export function analysisHref(
  screen: AnalysisScreen,
  search: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== null && value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `/analysis/${screen}?${query}` : `/analysis/${screen}`;
}
