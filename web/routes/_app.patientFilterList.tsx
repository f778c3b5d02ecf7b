import { createFileRoute } from '@tanstack/react-router';
import { ActionHost } from '#web/features/action/ActionHost.tsx';
import { PatientList } from '#web/features/wear/PatientList.tsx';
import { patientListSearch } from '#web/features/wear/patient-search.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { useNow } from '#web/lib/now.ts';
import { caseViewQuery, prefetchQueries, viewRowsQuery } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/patientFilterList')({
  staticData: { ns: ['wear', 'rx', 'case', 'action', 'wizard'], title: 'wear:title', tab: 'patients' },
  validateSearch: patientListSearch.read,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) =>
    prefetchQueries(
      client,
      viewRowsQuery(patientListSearch.path, patientListSearch.query(deps)),
      ...(deps.wear ? [caseViewQuery(deps.wear)] : []),
    ),
  component: Page,
});

function Page() {
  return (
    <ActionHost>
      <PatientList search={Route.useSearch()} go={useAppNavigate()} now={useNow()} />
    </ActionHost>
  );
}
