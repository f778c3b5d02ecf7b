/** Addresses of the list of retainer orders and of the form for a new one. */
import {
  createListSearch,
  integerField,
  momentField,
  pageNumberField,
  type SearchValues,
  textField,
} from '#web/lib/list-search.ts';

export const retainerListSearch = createListSearch('/api/retainers', '/retainerList', {
  filter: integerField('filter', 1, 4),
  q: textField('keyword', 60),
  at: momentField,
  page: pageNumberField,
});
export type RetainerSearch = SearchValues<typeof retainerListSearch>;

/** Address of the form: without a case, for a case, or for repeating an order. */
export function retainerFormHref(caseId?: string, again?: number): string {
  if (caseId === undefined) return '/createRetainerWidget';
  const query = new URLSearchParams({ id: caseId, ...(again ? { again: String(again) } : {}) });
  return `/createRetainerWidget?${query}`;
}

export type RetainerFormSearchParams = { id?: string; again?: number };

const orderNumber = integerField(null, 1, 999);

/** Parses the form's address: case, and order to repeat. */
export function readRetainerFormSearchParams({
  id,
  again,
}: Record<string, unknown>): RetainerFormSearchParams {
  const caseId = typeof id === 'string' ? id.slice(0, 64).toUpperCase() : '';
  const order = orderNumber.read(again);
  return { ...(caseId && { id: caseId }), ...(order && { again: order }) };
}
