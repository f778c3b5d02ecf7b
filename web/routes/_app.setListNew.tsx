import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/setListNew')({
  staticData: { title: 'shell:later.setListNew.title' },
  component: () => <Later page="setListNew" />,
});
