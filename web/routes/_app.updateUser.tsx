import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#web/features/account/AccountPage.tsx';
import { ownProfile, ownSessions } from '#web/features/account/account-queries.ts';
import { readAccountSearch } from '#web/features/account/account-tabs.ts';
import { addresses, prefetch } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/updateUser')({
  staticData: {
    ns: ['account', 'address', 'rx', 'case', 'file', 'error', 'shell'],
    title: 'shell:menu.profile',
  },
  validateSearch: readAccountSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps: { tab = 'me' } }) =>
    prefetch(
      client,
      ...{ me: [ownProfile()], security: [ownSessions()], addresses: [addresses()], display: [] }[tab],
    ),
  component: Page,
});

function Page() {
  return <AccountPage tab={Route.useSearch().tab ?? 'me'} />;
}
