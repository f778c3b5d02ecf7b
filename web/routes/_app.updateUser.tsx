import { createFileRoute } from '@tanstack/react-router';
import { Addresses } from '#web/features/address/Addresses.tsx';
import { addresses, prefetch } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/updateUser')({
  staticData: { ns: ['address', 'rx'], title: 'shell:menu.profile' },
  loader: ({ context: { client } }) => prefetch(client, addresses()),
  component: Addresses,
});
