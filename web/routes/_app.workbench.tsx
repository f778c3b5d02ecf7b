import { createFileRoute } from '@tanstack/react-router';
import { Workbench } from '#web/features/workbench/Workbench.tsx';
import { useNow } from '#web/lib/now.ts';
import { prefetch, workbench } from '#web/lib/view.ts';

export const Route = createFileRoute('/_app/workbench')({
  staticData: {
    ns: ['workbench', 'caseList', 'case', 'rx', 'action', 'shop'],
    title: 'shell:nav.home',
    tab: 'home',
  },
  loader: ({ context: { client } }) => prefetch(client, workbench()),
  component: Page,
});

function Page() {
  return <Workbench now={useNow()} />;
}
