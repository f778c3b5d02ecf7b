import { createFileRoute } from '@tanstack/react-router';
import { Wizard } from '#web/features/wizard/Wizard.tsx';
import { readCaseSearch } from '#web/lib/case-search.ts';
import { useGo } from '#web/lib/navigate.tsx';
import { caseView, prefetch } from '#web/lib/view.ts';

export const Route = createFileRoute('/_app/addCase/deagonsticMesNew')({
  validateSearch: readCaseSearch,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { client }, deps: { id } }) => (id ? prefetch(client, caseView(id)) : undefined),
  component: Page,
});

function Page() {
  return <Wizard step="deagonsticMesNew" caseId={Route.useSearch().id || undefined} go={useGo()} />;
}
