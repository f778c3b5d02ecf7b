import { createFileRoute } from '@tanstack/react-router';
import { PresetEditor } from '#web/features/preset/PresetEditor.tsx';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { prefetchQueries, presetsQuery } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/setTransparentToothNew')({
  staticData: { ns: ['preset', 'rx', 'wizard'], title: 'preset:editTitle' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' && id !== '' ? { id: id.slice(0, 64) } : {},
  loader: ({ context: { client } }) => prefetchQueries(client, presetsQuery()),
  component: Page,
});

function Page() {
  const { id } = Route.useSearch();
  return <PresetEditor id={id} go={useAppNavigate()} />;
}
