/** What the case list shows, as its address says it: every filter is in the URL. */
import { counterNames } from '#events/case/status.ts';
import {
  neutral,
  oneOf,
  ordered,
  pages,
  type SearchOf,
  searchOf,
  text,
  ticked,
  whole,
} from '#web/lib/search.ts';

export const caseSearch = searchOf('/api/cases', '/caseList', {
  tab: neutral(oneOf('tab', ['action'])),
  filter: whole('filter', 1, 11),
  counter: oneOf(
    'counter',
    counterNames.filter(name => name !== 'all'),
  ),
  q: text('keyword', 60),
  type: whole('productType', 1, 4),
  method: whole('method', 1, 2),
  archived: ticked('archived'),
  page: pages,
  sort: ordered('-updatedAt', ['updatedAt', 'caseId', 'patient']),
});
export type CaseSearch = SearchOf<typeof caseSearch>;
