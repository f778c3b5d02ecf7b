import { createFileRoute } from '@tanstack/react-router';
import { LazyManufacturerBench, Workbench } from '#web/features/workbench/Workbench.tsx';
import { useNow } from '#web/lib/now.ts';
import { currentUser, prefetch, shopBoard, workbench } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/workbench')({
  staticData: {
    ns: ['workbench', 'caseList', 'case', 'rx', 'action', 'shop'],
    title: 'shell:nav.home',
    tab: 'home',
  },
  loader: async ({ context: { client } }) => {
    await prefetch(client, currentUser(), workbench());
    const makes = client.getQueryData(currentUser().queryKey)?.position === 'VendorAdmin';
    if (makes) await Promise.all([prefetch(client, shopBoard()), LazyManufacturerBench.preload?.()]);
  },
  component: Page,
});

function Page() {
  return <Workbench now={useNow()} />;
}
