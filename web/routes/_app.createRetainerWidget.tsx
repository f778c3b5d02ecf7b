import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/createRetainerWidget')({
  staticData: { title: 'shell:later.createRetainerWidget.title', tab: 'retainers' },
  component: () => <Later page="createRetainerWidget" />,
});
