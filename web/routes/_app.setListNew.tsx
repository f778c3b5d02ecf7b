import { createFileRoute } from '@tanstack/react-router';
import { PresetList } from '#web/features/preset/PresetList.tsx';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { prefetchQueries, presetsQuery } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/setListNew')({
  staticData: { ns: ['preset', 'rx', 'wizard'], title: 'shell:menu.preferences' },
  loader: ({ context: { client } }) => prefetchQueries(client, presetsQuery()),
  component: Page,
});

function Page() {
  return <PresetList go={useAppNavigate()} />;
}
