import { createFileRoute, notFound } from '@tanstack/react-router';
import { PlanReport } from '#web/features/review/PlanReport.tsx';
import { CaseNotFound } from '#web/features/shell/CaseNotFound.tsx';
import { readCaseSearchParams } from '#web/lib/case-search-params.ts';
import { caseViewQuery, isNotFound, prefetchQueries } from '#web/lib/queries.ts';

const wholeNumber = (value: unknown) => (/^\d{1,6}$/.test(String(value)) ? Number(value) : undefined);

export const Route = createFileRoute('/_app/schemeReportInfoWidget')({
  staticData: {
    ns: ['review', 'plan', 'rx', 'caseDetail', 'case'],
    title: 'shell:title.report',
    ofCase: true,
    tab: 'cases',
  },
  validateSearch: (raw: Record<string, unknown>) => {
    const version = wholeNumber(raw.version);
    return { ...readCaseSearchParams(raw), ...(version !== undefined && { version }) };
  },
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: async ({ context: { client }, deps: { id } }) => {
    await prefetchQueries(client, caseViewQuery(id));
    if (id === '' || isNotFound(client.getQueryState(caseViewQuery(id).queryKey)?.error)) throw notFound();
  },
  component: Page,
  notFoundComponent: CaseNotFound,
});

function Page() {
  const { id, version } = Route.useSearch();
  return <PlanReport caseId={id} version={version} />;
}
