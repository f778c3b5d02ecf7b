import { createFileRoute } from '@tanstack/react-router';
import { NotOnlineYet } from '#web/features/shell/NotOnlineYet.tsx';

export const Route = createFileRoute('/_app/userList')({
  staticData: { title: 'shell:later.userList.title' },
  component: () => <NotOnlineYet page="userList" />,
});
