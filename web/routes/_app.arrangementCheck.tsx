import { createFileRoute } from '@tanstack/react-router';
import { ArrangementCheck } from '#web/features/plan/ArrangementCheck.tsx';
import { planRoomNamespaces, readPlanRoomSearchParams } from '#web/features/plan/plan-room-search-params.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { caseViewQuery, prefetchQueries } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/arrangementCheck')({
  staticData: { ns: planRoomNamespaces, title: 'shell:title.arrangement', ofCase: true, tab: 'cases' },
  validateSearch: readPlanRoomSearchParams,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { client }, deps: { id } }) =>
    id ? prefetchQueries(client, caseViewQuery(id)) : undefined,
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <ArrangementCheck
      search={Route.useSearch()}
      onSearch={search => void navigate({ search, replace: true, resetScroll: false })}
      go={useAppNavigate()}
    />
  );
}
