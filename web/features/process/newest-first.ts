/** Sorts by date, newest first; within a date, the last recorded first. */
export const sortNewestFirst = <T extends { date: string; at: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => b.date.localeCompare(a.date) || b.at.localeCompare(a.at));
