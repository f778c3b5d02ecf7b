/** Addresses of retainer orders: their list, and the form for another one. */
import {
  createListSearch,
  integerField,
  pageField,
  type SearchValues,
  textField,
} from '#web/lib/list-search.ts';

export const retainerSearch = createListSearch('/api/retainers', '/retainerList', {
  filter: integerField('filter', 1, 4),
  q: textField('keyword', 60),
  page: pageField,
});
export type RetainerSearch = SearchValues<typeof retainerSearch>;

/** The address of the form: for any case, for one, or for one as an earlier order. */
export function applyHref(caseId?: string, again?: number): string {
  if (caseId === undefined) return '/createRetainerWidget';
  const query = new URLSearchParams({ id: caseId, ...(again ? { again: String(again) } : {}) });
  return `/createRetainerWidget?${query}`;
}

export type ApplySearch = { id?: string; again?: number };

const orderNumber = integerField(null, 1, 999);

/** Reads the form's address: which case, and as which of its orders. */
export function readApplySearch({ id, again }: Record<string, unknown>): ApplySearch {
  const caseId = typeof id === 'string' ? id.slice(0, 64).toUpperCase() : '';
  const order = orderNumber.read(again);
  return { ...(caseId && { id: caseId }), ...(order && { again: order }) };
}
