import { createFileRoute } from '@tanstack/react-router';
import { PresetList } from '#web/features/preset/PresetList.tsx';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { prefetch, presetsQuery } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/setListNew')({
  staticData: { ns: ['preset', 'rx', 'wizard'], title: 'shell:menu.preferences' },
  loader: ({ context: { client } }) => prefetch(client, presetsQuery()),
  component: Page,
});

function Page() {
  return <PresetList go={useAppNavigate()} />;
}
