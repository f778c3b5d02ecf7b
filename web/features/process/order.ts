/** The newest day first; of one day what was recorded last. */
export const newestFirst = <T extends { date: string; at: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => b.date.localeCompare(a.date) || b.at.localeCompare(a.at));
