import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/setTransparentToothNew')({
  staticData: { title: 'shell:later.setTransparentToothNew.title' },
  component: () => <Later page="setTransparentToothNew" />,
});
