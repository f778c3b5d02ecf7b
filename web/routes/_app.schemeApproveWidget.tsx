import { createFileRoute } from '@tanstack/react-router';
import { PlanRoom } from '#web/features/plan/PlanRoom.tsx';
import { planRoomNamespaces, readPlanRoomSearchParams } from '#web/features/plan/plan-room-search-params.ts';
import { loadPlanRoom } from '#web/features/plan/room-route.ts';
import { CaseNotFound } from '#web/features/shell/CaseNotFound.tsx';
import { useAppNavigate } from '#web/lib/navigate.tsx';

export const Route = createFileRoute('/_app/schemeApproveWidget')({
  staticData: { ns: planRoomNamespaces, title: 'shell:title.review', ofCase: true, bare: true },
  validateSearch: readPlanRoomSearchParams,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: loadPlanRoom,
  component: Page,
  notFoundComponent: CaseNotFound,
});

function Page() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const go = useAppNavigate();
  return (
    <PlanRoom
      key={search.id}
      search={search}
      onSearch={next => void navigate({ search: next, replace: true, resetScroll: false })}
      list="plans"
      actions={['qualityAudit', 'confirmDoctor']}
      onDone={() => go(`/caseDetail?id=${search.id}`)}
    />
  );
}
