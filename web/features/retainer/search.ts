/** What the list of retainer orders shows, as its address says it. */
export type RetainerSearch = { filter?: number; q?: string; page?: number };

const whole = (value: unknown, max: number): number | undefined => {
  const n = Number(value);
  return Number.isInteger(n) && n >= 1 && n <= max ? n : undefined;
};

/** Reads an address; what it does not understand is left out. */
export function readRetainerSearch(raw: Record<string, unknown>): RetainerSearch {
  const { filter, page, q } = raw;
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 60) : '';
  const search = { filter: whole(filter, 4), q: text || undefined, page: whole(page, 100_000) };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

function paramsOf(search: RetainerSearch, keyword: string): string {
  const entries = Object.entries({ filter: search.filter, [keyword]: search.q, page: search.page });
  const given = entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return new URLSearchParams(given).toString();
}

/** The address of the list with something changed; another filter or keyword begins at the first page. */
export function retainersHref(search: RetainerSearch, change: RetainerSearch = {}): string {
  const query = paramsOf({ ...search, page: undefined, ...change }, 'q');
  return query ? `/retainerList?${query}` : '/retainerList';
}

/** The same as the server's query. */
export const retainersQuery = (search: RetainerSearch): string => paramsOf(search, 'keyword');

/** The address of the form: for any case, for one, or for one as an earlier order. */
export function applyHref(caseId?: string, again?: number): string {
  if (caseId === undefined) return '/createRetainerWidget';
  const query = new URLSearchParams({ id: caseId, ...(again ? { again: String(again) } : {}) });
  return `/createRetainerWidget?${query}`;
}

export type ApplySearch = { id?: string; again?: number };

/** Reads the form's address: which case, and as which of its orders. */
export function readApplySearch({ id, again }: Record<string, unknown>): ApplySearch {
  const caseId = typeof id === 'string' ? id.slice(0, 64).toUpperCase() : '';
  const order = whole(again, 999);
  return { ...(caseId && { id: caseId }), ...(order && { again: order }) };
}
