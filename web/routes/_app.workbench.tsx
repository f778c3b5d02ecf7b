import { useQuery } from '@tanstack/react-query';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LazyManufacturerBench, Workbench } from '#web/features/workbench/Workbench.tsx';
import { momentField } from '#web/lib/list-search.ts';
import { useNow } from '#web/lib/now.ts';
import { currentUserQuery, prefetchQueries, shopBoardQuery, workbenchQuery } from '#web/lib/queries.ts';

/** Only for a new organisation's first doctor, so it has its own chunk. Preloaded like the manufacturer's board. */
const LazySetUpList = lazyRouteComponent(() => import('#web/features/setUp/SetUpList.tsx'), 'SetUpList');

/** Only for `?at=`. Preloaded like the manufacturer's board. */
const LazyPastWorkbench = lazyRouteComponent(
  () => import('#web/features/workbench/PastWorkbench.tsx'),
  'PastWorkbench',
);

export const Route = createFileRoute('/_app/workbench')({
  staticData: {
    ns: ['workbench', 'caseList', 'case', 'rx', 'action', 'shop'],
    title: 'shell:nav.home',
    tab: 'home',
  },
  validateSearch: (raw: Record<string, unknown>): { at?: string } => ({ at: momentField.read(raw.at) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client, words }, deps: { at } }) => {
    if (at) return void (await Promise.all([words.loadNamespaces('past'), LazyPastWorkbench.preload?.()]));
    await prefetchQueries(client, currentUserQuery(), workbenchQuery());
    const user = client.getQueryData(currentUserQuery().queryKey);
    if (user?.position === 'VendorAdmin')
      await Promise.all([prefetchQueries(client, shopBoardQuery()), LazyManufacturerBench.preload?.()]);
    if (user?.setUp) {
      const { prefetchSetUp } = await import('#web/features/setUp/set-up-queries.ts');
      await Promise.all([prefetchSetUp(client), words.loadNamespaces('setUp'), LazySetUpList.preload?.()]);
    }
  },
  component: Page,
});

function Page() {
  const { at } = Route.useSearch();
  return at ? (
    <Suspense>
      <LazyPastWorkbench at={at} />
    </Suspense>
  ) : (
    <LiveWorkbench />
  );
}

function LiveWorkbench() {
  const { data: user } = useQuery(currentUserQuery());
  const setUp = user?.setUp && (
    <Suspense>
      <LazySetUpList />
    </Suspense>
  );
  return <Workbench now={useNow()} setUp={setUp} />;
}
