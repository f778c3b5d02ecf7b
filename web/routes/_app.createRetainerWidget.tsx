import { createFileRoute, notFound } from '@tanstack/react-router';
import { CreateRetainer } from '#web/features/retainer/CreateRetainer.tsx';
import { readRetainerFormSearchParams } from '#web/features/retainer/retainer-search.ts';
import { CaseNotFound } from '#web/features/shell/CaseNotFound.tsx';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { caseItemsQuery, caseViewQuery, isNotFound, prefetchQueries } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/createRetainerWidget')({
  staticData: {
    ns: ['retainer', 'case', 'rx', 'tooth', 'file', 'address'],
    title: 'retainer:form.title',
    tab: 'retainers',
  },
  validateSearch: readRetainerFormSearchParams,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: async ({ context: { client }, deps: { id } }) => {
    await prefetchQueries(client, id ? caseViewQuery(id) : caseItemsQuery('size=100'));
    if (id && isNotFound(client.getQueryState(caseViewQuery(id).queryKey)?.error)) throw notFound();
  },
  component: Page,
  notFoundComponent: CaseNotFound,
});

function Page() {
  const { id = '', again } = Route.useSearch();
  return <CreateRetainer id={id} again={again} go={useAppNavigate()} />;
}
