import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#web/features/account/AccountPage.tsx';
import { readAccountSearch } from '#web/features/account/account-tabs.ts';

export const Route = createFileRoute('/_app/updateUser')({
  staticData: {
    ns: ['account', 'audit', 'address', 'dataRequest', 'rx', 'case', 'file', 'error', 'shell'],
    title: 'shell:menu.profile',
  },
  validateSearch: readAccountSearch,
  loaderDeps: ({ search }) => search,
  // Loaded with the page, so that the first script of every page stays small.
  loader: async ({ context: { client }, deps: { tab = 'me' } }) =>
    (await import('#web/features/account/prefetch-account.ts')).prefetchAccount(client, tab),
  component: Page,
});

function Page() {
  return <AccountPage tab={Route.useSearch().tab ?? 'me'} />;
}
