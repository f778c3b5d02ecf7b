import { createFileRoute, notFound } from '@tanstack/react-router';
import { PlanRoom } from '#web/features/plan/PlanRoom.tsx';
import { readRoomSearch, roomWords } from '#web/features/plan/room-search.ts';
import { NoCase } from '#web/features/shell/NoCase.tsx';
import { useGo } from '#web/lib/navigate.tsx';
import { caseView, isMissing, prefetch } from '#web/lib/view.ts';

export const Route = createFileRoute('/_app/eSetThreeDView')({
  staticData: { ns: roomWords, title: 'shell:title.view', ofCase: true, bare: true },
  validateSearch: readRoomSearch,
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
  const search = Route.useSearch();
  const go = useGo();
  return (
    <PlanRoom
      key={search.id}
      search={search}
      onSearch={next => void navigate({ search: next, replace: true, resetScroll: false })}
      list="plans"
      actions={[]}
      onDone={() => go(`/caseDetail?id=${search.id}`)}
    />
  );
}
