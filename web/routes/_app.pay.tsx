import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/pay')({
  staticData: { title: 'shell:later.pay.title' },
  component: () => <Later page="pay" />,
});
