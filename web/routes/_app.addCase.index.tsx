import { createFileRoute, redirect } from '@tanstack/react-router';
import { readCaseSearch } from '#web/lib/case-search.ts';

export const Route = createFileRoute('/_app/addCase/')({
  validateSearch: readCaseSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/addCase/pcEnter', search });
  },
});
