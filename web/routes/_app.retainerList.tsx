import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/retainerList')({
  staticData: { title: 'shell:later.retainerList.title', tab: 'retainers' },
  component: () => <Later page="retainerList" />,
});
