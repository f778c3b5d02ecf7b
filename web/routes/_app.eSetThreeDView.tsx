import { createFileRoute } from '@tanstack/react-router';
import { ViewPlanPage, type ViewPlanSearchParams } from '#web/features/maker/ViewPlanPage.tsx';
import { planRoomNamespaces, readPlanRoomSearchParams } from '#web/features/plan/plan-room-search-params.ts';
import { loadPlanRoom } from '#web/features/plan/room-route.ts';
import { CaseNotFound } from '#web/features/shell/CaseNotFound.tsx';
import { useAppNavigate } from '#web/lib/navigate.tsx';

export const Route = createFileRoute('/_app/eSetThreeDView')({
  staticData: { ns: [...planRoomNamespaces, 'maker'], title: 'shell:title.view', ofCase: true, bare: true },
  validateSearch: (raw): ViewPlanSearchParams => ({
    ...readPlanRoomSearchParams(raw),
    ...((raw.make === 'plans' || raw.make === 'targets') && { make: raw.make }),
  }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: loadPlanRoom,
  component: Page,
  notFoundComponent: CaseNotFound,
});

function Page() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return (
    <ViewPlanPage
      key={search.id}
      search={search}
      onSearch={next => void navigate({ search: next, replace: true, resetScroll: false })}
      go={useAppNavigate()}
    />
  );
}
