import { createFileRoute } from '@tanstack/react-router';
import { PlanRoom } from '#web/features/plan/PlanRoom.tsx';
import { loadRoom } from '#web/features/plan/room-route.ts';
import { readRoomSearch, roomWords } from '#web/features/plan/room-search.ts';
import { NoCase } from '#web/features/shell/NoCase.tsx';
import { useGo } from '#web/lib/navigate.tsx';

export const Route = createFileRoute('/_app/schemeApproveWidget')({
  staticData: { ns: roomWords, title: 'shell:title.review', ofCase: true, bare: true },
  validateSearch: readRoomSearch,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: loadRoom,
  component: Page,
  notFoundComponent: NoCase,
});

function Page() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const go = useGo();
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
