/** The LOG in the address: its filters, the moment that it shows, and the open event. Pure. */
import { analysisHref } from '../analysis-href.ts';

const fields = ['type', 'position', 'person', 'case', 'from', 'to', 'at', 'event'] as const;
type Field = (typeof fields)[number];

/**
 * - `from`, `to`: days, both inclusive. `at`: a day or an ISO time, at which the rows begin; absent for the log's end.
 * - `event`: case and revision of the open event, `ABC234-17`.
 */
export type LogSearch = Partial<Record<Field, string>>;

const MOST_CHARACTERS = 200;

export function readLogSearch(given: Readonly<Record<string, unknown>>): LogSearch {
  const search: LogSearch = {};
  for (const field of fields) {
    const value = String(given[field] ?? '').slice(0, MOST_CHARACTERS);
    if (value !== '') search[field] = value;
  }
  return search;
}

/** @param change fields to replace; undefined removes a field */
export const logHref = (search: LogSearch, change: LogSearch = {}): string =>
  analysisHref('log', { ...search, ...change });

/** The filter in the field names of the server. */
export const logFilterOf = ({ type, position, person, case: caseId, from, to }: LogSearch) => ({
  ...{ type, position, person, caseId, from, to },
});
export type ServerLogFilter = ReturnType<typeof logFilterOf>;

export const isLogFiltered = (search: LogSearch): boolean =>
  Object.values(logFilterOf(search)).some(value => value !== undefined);

export const eventKey = ({ caseId, revision }: { caseId: string; revision: number }): string =>
  `${caseId}-${revision}`;

/** Returns undefined for a malformed key. */
export function parseEventKey(key: string): { caseId: string; revision: string } | undefined {
  const [, caseId, revision] = /^(\w+)-(\d+)$/.exec(key) ?? [];
  return caseId !== undefined && revision !== undefined ? { caseId, revision } : undefined;
}
