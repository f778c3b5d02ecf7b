import { createFileRoute } from '@tanstack/react-router';
import { Assistants } from '#web/features/assistant/Assistants.tsx';

export const Route = createFileRoute('/_app/userList')({
  staticData: { ns: ['assistant', 'account', 'cover'], title: 'account:tab.assistants' },
  // Loaded with the page, so that the first script of every page stays small.
  loader: async ({ context: { client } }) =>
    (await import('#web/features/assistant/prefetch-assistants.ts')).prefetchAssistants(client),
  component: Assistants,
});
