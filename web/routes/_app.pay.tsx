import { createFileRoute } from '@tanstack/react-router';
import { NotOnlineYet } from '#web/features/shell/NotOnlineYet.tsx';

export const Route = createFileRoute('/_app/pay')({
  staticData: { title: 'shell:later.pay.title' },
  component: () => <NotOnlineYet page="pay" />,
});
