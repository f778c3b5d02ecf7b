/** The search of the case list: every filter is in the URL. */
import { counterNames } from '#events/case/status.ts';
import {
  choiceField,
  createListSearch,
  flagField,
  integerField,
  momentField,
  nonNarrowingField,
  pageNumberField,
  type SearchValues,
  sortField,
  textField,
} from '#web/lib/list-search.ts';

export const caseListSearch = createListSearch('/api/cases', '/caseList', {
  tab: nonNarrowingField(choiceField('tab', ['action'])),
  filter: integerField('filter', 1, 11),
  counter: choiceField(
    'counter',
    counterNames.filter(name => name !== 'all'),
  ),
  q: textField('keyword', 60),
  type: integerField('productType', 1, 4),
  method: integerField('method', 1, 2),
  archived: flagField('archived'),
  at: momentField,
  page: pageNumberField,
  sort: sortField('-updatedAt', ['updatedAt', 'caseId', 'patient']),
});
export type CaseSearch = SearchValues<typeof caseListSearch>;
