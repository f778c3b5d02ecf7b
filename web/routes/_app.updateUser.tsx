import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/updateUser')({
  staticData: { title: 'shell:later.updateUser.title' },
  component: () => <Later page="updateUser" />,
});
