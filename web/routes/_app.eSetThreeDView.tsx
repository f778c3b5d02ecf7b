import { createFileRoute, notFound } from '@tanstack/react-router';
import { ViewPlan, type ViewSearch } from '#web/features/plan/ViewPlan.tsx';
import { NoCase } from '#web/features/shell/NoCase.tsx';
import { readPlace } from '#web/features/viewer/place.ts';
import { readCaseSearch } from '#web/lib/case-search.ts';
import { caseView, isMissing, prefetch } from '#web/lib/view.ts';

export const Route = createFileRoute('/_app/eSetThreeDView')({
  staticData: {
    ns: ['viewer', 'review', 'plan', 'caseDetail', 'case', 'rx', 'action'],
    title: 'shell:title.view',
    ofCase: true,
    bare: true,
  },
  validateSearch: (raw): ViewSearch => {
    const version = Number(raw.version);
    return {
      id: readCaseSearch(raw).id,
      ...(Number.isInteger(version) && version > 0 && { version }),
      ...readPlace(raw),
    };
  },
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: async ({ context: { client }, deps: { id } }) => {
    await prefetch(client, caseView(id));
    if (id === '' || isMissing(client.getQueryState(caseView(id).queryKey)?.error)) throw notFound();
  },
  component: Page,
  notFoundComponent: NoCase,
});

function Page() {
  const navigate = Route.useNavigate();
  const onPlace = (search: ViewSearch) => void navigate({ search, replace: true, resetScroll: false });
  return <ViewPlan search={Route.useSearch()} onPlace={onPlace} />;
}
