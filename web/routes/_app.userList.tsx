import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/userList')({
  staticData: { title: 'shell:later.userList.title' },
  component: () => <Later page="userList" />,
});
