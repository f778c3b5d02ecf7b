import { createFileRoute } from '@tanstack/react-router';
import { RetainerList } from '#web/features/retainer/RetainerList.tsx';
import { retainerListSearch } from '#web/features/retainer/retainer-search.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { useNow } from '#web/lib/now.ts';
import { prefetchQueries, viewRowsQuery } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/retainerList')({
  staticData: { ns: ['retainer', 'case', 'rx', 'action', 'past'], title: 'retainer:title', tab: 'retainers' },
  validateSearch: retainerListSearch.read,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) =>
    deps.at
      ? undefined
      : prefetchQueries(client, viewRowsQuery(retainerListSearch.path, retainerListSearch.query(deps))),
  component: Page,
});

function Page() {
  return <RetainerList search={Route.useSearch()} go={useAppNavigate()} now={useNow()} />;
}
