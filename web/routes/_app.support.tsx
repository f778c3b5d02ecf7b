import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/support')({
  staticData: { title: 'shell:later.support.title' },
  component: () => <Later page="support" />,
});
