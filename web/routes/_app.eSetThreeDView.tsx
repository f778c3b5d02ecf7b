import { createFileRoute } from '@tanstack/react-router';
import { loadRoom } from '#web/features/plan/room-route.ts';
import { readRoomSearch, roomWords } from '#web/features/plan/room-search.ts';
import { ViewPlan, type ViewSearch } from '#web/features/plan/ViewPlan.tsx';
import { NoCase } from '#web/features/shell/NoCase.tsx';
import { useGo } from '#web/lib/navigate.tsx';

export const Route = createFileRoute('/_app/eSetThreeDView')({
  staticData: { ns: [...roomWords, 'maker'], title: 'shell:title.view', ofCase: true, bare: true },
  validateSearch: (raw): ViewSearch => ({
    ...readRoomSearch(raw),
    ...((raw.make === 'plans' || raw.make === 'targets') && { make: raw.make }),
  }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: loadRoom,
  component: Page,
  notFoundComponent: NoCase,
});

function Page() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return (
    <ViewPlan
      key={search.id}
      search={search}
      onSearch={next => void navigate({ search: next, replace: true, resetScroll: false })}
      go={useGo()}
    />
  );
}
