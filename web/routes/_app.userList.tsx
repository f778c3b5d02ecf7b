import { createFileRoute } from '@tanstack/react-router';
import { Assistants } from '#web/features/assistant/Assistants.tsx';
import { assistantOffers, assistants } from '#web/features/assistant/assistant-queries.ts';
import { currentUser, prefetch } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/userList')({
  staticData: { ns: ['assistant', 'account'], title: 'account:tab.assistants' },
  loader: async ({ context: { client } }) => {
    await prefetch(client, currentUser());
    const isDoctor = client.getQueryData(currentUser().queryKey)?.position === 'Doctor';
    if (isDoctor) await prefetch(client, assistants(), assistantOffers());
  },
  component: Assistants,
});
