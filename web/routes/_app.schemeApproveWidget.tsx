import { createFileRoute, notFound } from '@tanstack/react-router';
import { PlanReview } from '#web/features/plan/PlanReview.tsx';
import { NoCase } from '#web/features/shell/NoCase.tsx';
import { readCaseSearch } from '#web/lib/case-search.ts';
import { useGo } from '#web/lib/navigate.tsx';
import { caseView, isMissing, prefetch } from '#web/lib/view.ts';

export const Route = createFileRoute('/_app/schemeApproveWidget')({
  staticData: {
    ns: ['review', 'plan', 'tooth', 'caseDetail', 'caseList', 'case', 'rx', 'action', 'file', 'share'],
    title: 'shell:title.review',
    ofCase: true,
    tab: 'cases',
  },
  validateSearch: readCaseSearch,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: async ({ context: { client }, deps: { id } }) => {
    await prefetch(client, caseView(id));
    if (id === '' || isMissing(client.getQueryState(caseView(id).queryKey)?.error)) throw notFound();
  },
  component: Page,
  notFoundComponent: NoCase,
});

function Page() {
  return <PlanReview caseId={Route.useSearch().id} go={useGo()} />;
}
