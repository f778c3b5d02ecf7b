import { createFileRoute } from '@tanstack/react-router';
import { AppShell } from '#web/features/shell/AppShell.tsx';
import { PageError } from '#web/features/shell/PageError.tsx';
import { buttonRightsQuery, currentUserQuery, prefetchQueries, unreadCountQuery } from '#web/lib/queries.ts';

/** Parent of all pages that need a session. The session is validated before each of them. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await context.guard();
  },
  loader: ({ context: { client } }) =>
    prefetchQueries(client, currentUserQuery(), buttonRightsQuery(), unreadCountQuery()),
  component: AppShell,
  errorComponent: PageError,
});
