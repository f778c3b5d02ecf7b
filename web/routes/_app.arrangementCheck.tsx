import { createFileRoute } from '@tanstack/react-router';
import { ArrangementCheck } from '#web/features/plan/ArrangementCheck.tsx';
import { readCaseSearch } from '#web/lib/case-search.ts';
import { useGo } from '#web/lib/navigate.tsx';
import { caseView, prefetch } from '#web/lib/view.ts';

export const Route = createFileRoute('/_app/arrangementCheck')({
  staticData: {
    ns: ['review', 'plan', 'tooth', 'caseDetail', 'caseList', 'case', 'rx', 'action', 'file', 'share'],
    title: 'shell:title.arrangement',
    ofCase: true,
    tab: 'cases',
  },
  validateSearch: readCaseSearch,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { client }, deps: { id } }) => (id ? prefetch(client, caseView(id)) : undefined),
  component: Page,
});

function Page() {
  const { id } = Route.useSearch();
  return <ArrangementCheck caseId={id || undefined} go={useGo()} />;
}
