/** What the case list shows, as its address says it: every filter lives in the URL. */
import { counterNames } from '#events/case/status.ts';

export type CaseSearch = {
  tab?: 'all' | 'action';
  /** Filter index, 0 to 11. */
  filter?: number;
  counter?: string;
  q?: string;
  /** Product type, 1 to 4. */
  type?: number;
  /** Treatment method, 1 or 2. */
  method?: number;
  archived?: boolean;
  page?: number;
  sort?: string;
};

const whole = (value: unknown, min: number, max: number): number | undefined => {
  const n = Number(value);
  return value !== undefined && value !== '' && Number.isInteger(n) && n >= min && n <= max ? n : undefined;
};

const sorts = ['updatedAt', '-updatedAt', 'caseId', '-caseId', 'patient', '-patient'];

/** Reads an address; what it does not understand is left out, so an old bookmark still opens the list. */
export function readSearch(raw: Record<string, unknown>): CaseSearch {
  const search: CaseSearch = {
    tab: raw.tab === 'action' ? 'action' : undefined,
    filter: whole(raw.filter, 1, 11),
    counter: counterNames.find(name => name === raw.counter && name !== 'all'),
    q:
      typeof raw.q === 'string' || typeof raw.q === 'number'
        ? String(raw.q).slice(0, 60) || undefined
        : undefined,
    type: whole(raw.type, 1, 4),
    method: whole(raw.method, 1, 2),
    archived:
      raw.archived === true ||
      raw.archived === 'true' ||
      raw.archived === 1 ||
      raw.archived === '1' ||
      undefined,
    page: whole(raw.page, 2, 100_000),
    sort: sorts.find(sort => sort === raw.sort && sort !== '-updatedAt'),
  };
  return Object.fromEntries(Object.entries(search).filter(([, v]) => v !== undefined));
}

/** The address of the list with something changed; a change of what is shown goes back to the first page. */
export function listHref(
  search: CaseSearch,
  change: { [K in keyof CaseSearch]?: CaseSearch[K] | null } = {},
): string {
  const next = { ...search, ...('page' in change ? {} : { page: null }), ...change };
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(next))
    if (value !== undefined && value !== null) params.set(key, String(value));
  const query = params.toString();
  return query ? `/caseList?${query}` : '/caseList';
}

/** Which rows of all a page shows, counted from 1. @param rows of this page: the last one may have fewer */
export const shownRange = (page: number, size: number, rows: number): { from: number; to: number } => ({
  from: (page - 1) * size + 1,
  to: (page - 1) * size + rows,
});

/** The same as the server's query (api.md, Cases). */
export function listQuery(search: CaseSearch): string {
  const params = new URLSearchParams();
  const set = (key: string, value: string | number | undefined) =>
    value !== undefined && params.set(key, String(value));
  set('tab', search.tab);
  set('filter', search.filter);
  set('counter', search.counter);
  set('keyword', search.q);
  set('productType', search.type);
  set('method', search.method);
  set('archived', search.archived ? '1' : undefined);
  set('page', search.page);
  set('sort', search.sort);
  return params.toString();
}
