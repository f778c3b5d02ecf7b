import { createFileRoute } from '@tanstack/react-router';
import { PatientList } from '#web/features/wear/PatientList.tsx';
import { patientsQuery, readPatientSearch } from '#web/features/wear/search.ts';
import { useGo } from '#web/lib/navigate.tsx';
import { useNow } from '#web/lib/now.ts';
import { caseView, patientItems, prefetch } from '#web/lib/view.ts';

export const Route = createFileRoute('/_app/patientFilterList')({
  staticData: { ns: ['wear', 'rx', 'case', 'action', 'wizard'], title: 'wear:title', tab: 'patients' },
  validateSearch: readPatientSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) =>
    prefetch(client, patientItems(patientsQuery(deps)), ...(deps.wear ? [caseView(deps.wear)] : [])),
  component: Page,
});

function Page() {
  return <PatientList search={Route.useSearch()} go={useGo()} now={useNow()} />;
}
