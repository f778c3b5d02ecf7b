import { createFileRoute, notFound } from '@tanstack/react-router';
import { CaseNotFound } from '#web/features/shell/CaseNotFound.tsx';
import { CompleteCasePage } from '#web/features/shell/CompletionDialog.tsx';
import { readCaseSearchParams } from '#web/lib/case-search-params.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { caseViewQuery, isNotFound, prefetchQueries } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/completeCaseWidget')({
  staticData: {
    ns: ['case', 'rx', 'action', 'file'],
    title: 'shell:title.complete',
    ofCase: true,
    tab: 'cases',
  },
  validateSearch: readCaseSearchParams,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: async ({ context: { client }, deps: { id } }) => {
    await prefetchQueries(client, caseViewQuery(id));
    if (id === '' || isNotFound(client.getQueryState(caseViewQuery(id).queryKey)?.error)) throw notFound();
  },
  component: Page,
  notFoundComponent: CaseNotFound,
});

function Page() {
  return <CompleteCasePage caseId={Route.useSearch().id} go={useAppNavigate()} />;
}
