import { createFileRoute, notFound } from '@tanstack/react-router';
import { CaseDetail } from '#web/features/case/CaseDetail.tsx';
import { CaseNotFound } from '#web/features/shell/CaseNotFound.tsx';
import { readCaseSearchParams } from '#web/lib/case-search-params.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { useNow } from '#web/lib/now.ts';
import {
  caseHistoryQuery,
  caseLineageQuery,
  caseViewQuery,
  isNotFound,
  prefetchQueries,
} from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/caseDetail')({
  staticData: {
    ns: [
      'caseDetail',
      'case',
      'rx',
      'tooth',
      'wizard',
      'order',
      'plan',
      'action',
      'file',
      'share',
      'retainer',
      'shop',
      'wear',
      'process',
      'archive',
      'address',
      'dataRequest',
      'cover',
    ],
    title: 'shell:title.case',
    ofCase: true,
    tab: 'cases',
  },
  validateSearch: readCaseSearchParams,
  loaderDeps: ({ search: { id, at } }) => ({ id, at }),
  loader: async ({ context: { client }, deps: { id, at } }) => {
    await prefetchQueries(client, caseViewQuery(id, at), caseHistoryQuery(id));
    if (id === '' || isNotFound(client.getQueryState(caseViewQuery(id, at).queryKey)?.error))
      throw notFound();
    const header = client.getQueryData(caseViewQuery(id, at).queryKey)?.header;
    if (header?.parentId || header?.childId) await prefetchQueries(client, caseLineageQuery(id));
  },
  component: Page,
  notFoundComponent: CaseNotFound,
});

function Page() {
  return <CaseDetail search={Route.useSearch()} go={useAppNavigate()} now={useNow()} />;
}
