/** Addresses of retainer orders: their list, and the form for another one. */
import { pages, type SearchOf, searchOf, text, whole } from '#web/lib/search.ts';

export const retainerSearch = searchOf('/api/retainers', '/retainerList', {
  filter: whole('filter', 1, 4),
  q: text('keyword', 60),
  page: pages,
});
export type RetainerSearch = SearchOf<typeof retainerSearch>;

/** The address of the form: for any case, for one, or for one as an earlier order. */
export function applyHref(caseId?: string, again?: number): string {
  if (caseId === undefined) return '/createRetainerWidget';
  const query = new URLSearchParams({ id: caseId, ...(again ? { again: String(again) } : {}) });
  return `/createRetainerWidget?${query}`;
}

export type ApplySearch = { id?: string; again?: number };

const orderNumber = whole(null, 1, 999);

/** Reads the form's address: which case, and as which of its orders. */
export function readApplySearch({ id, again }: Record<string, unknown>): ApplySearch {
  const caseId = typeof id === 'string' ? id.slice(0, 64).toUpperCase() : '';
  const order = orderNumber.read(again);
  return { ...(caseId && { id: caseId }), ...(order && { again: order }) };
}
