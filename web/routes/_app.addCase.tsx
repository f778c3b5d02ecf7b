import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { readWizardSearchParams, stepOfPathname } from '#web/features/wizard/steps.ts';
import { Wizard } from '#web/features/wizard/Wizard.tsx';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { useNow } from '#web/lib/now.ts';
import { caseViewQuery, prefetchQueries } from '#web/lib/queries.ts';

/** The frame stays mounted while steps change, so that uploads continue and typed text is kept. */
export const Route = createFileRoute('/_app/addCase')({
  staticData: {
    ns: [
      'wizard',
      'preset',
      'address',
      'rx',
      'tooth',
      'lingual',
      'case',
      'action',
      'file',
      'picture',
      'term',
    ],
    title: 'shell:title.wizard',
    ofCase: true,
    tab: 'cases',
  },
  validateSearch: readWizardSearchParams,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { client }, deps: { id } }) =>
    id ? prefetchQueries(client, caseViewQuery(id)) : undefined,
  component: Page,
});

function Page() {
  // Reads the path from the matches, because the location runs ahead while a step loads.
  const path = useMatches({ select: matches => matches[matches.length - 1]?.pathname });
  return (
    <Wizard step={stepOfPathname(path)} search={Route.useSearch()} go={useAppNavigate()} now={useNow()}>
      <Outlet />
    </Wizard>
  );
}
