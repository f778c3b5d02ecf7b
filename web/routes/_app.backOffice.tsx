import { createFileRoute } from '@tanstack/react-router';
import { BackOffice } from '#web/features/backOffice/BackOffice.tsx';
import { readBackOfficeSearchParams } from '#web/lib/back-office-search-params.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';

export const Route = createFileRoute('/_app/backOffice')({
  staticData: {
    ns: [
      'backOffice',
      'news',
      'file',
      'rx',
      'desk',
      'term',
      'error',
      'people',
      'import',
      'case',
      'organisation',
      'audit',
      'cover',
      'sso',
      'account',
    ],
    title: 'shell:menu.backOffice',
  },
  validateSearch: readBackOfficeSearchParams,
  component: Page,
});

function Page() {
  return <BackOffice search={Route.useSearch()} go={useAppNavigate()} />;
}
