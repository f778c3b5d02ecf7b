import { createFileRoute } from '@tanstack/react-router';
import { Failure } from '#web/features/shell/Failure.tsx';
import { Shell } from '#web/features/shell/Shell.tsx';
import { buttonRights, currentUser, prefetch, unreadCount } from '#web/lib/queries.ts';

/** Everything that a session opens. The session is validated before each of these pages. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await context.guard();
  },
  loader: ({ context: { client } }) => prefetch(client, currentUser(), buttonRights(), unreadCount()),
  component: Shell,
  errorComponent: Failure,
});
