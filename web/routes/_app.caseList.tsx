import { createFileRoute } from '@tanstack/react-router';
import { CaseList } from '#web/features/caseList/CaseList.tsx';
import { caseListSearch } from '#web/features/caseList/case-list-search.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { useNow } from '#web/lib/now.ts';
import { caseCountsQuery, caseItemsQuery, prefetchQueries } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/caseList')({
  staticData: {
    ns: ['caseList', 'case', 'rx', 'action', 'shop', 'past'],
    title: 'shell:nav.cases',
    tab: 'cases',
  },
  validateSearch: caseListSearch.read,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) =>
    // Does not wait for a past moment, which may take seconds to open: the page shows that it is loading.
    deps.at
      ? undefined
      : prefetchQueries(client, caseItemsQuery(caseListSearch.query(deps)), caseCountsQuery()),
  component: Page,
});

function Page() {
  return <CaseList search={Route.useSearch()} go={useAppNavigate()} now={useNow()} />;
}
