import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/eSetThreeDView')({
  staticData: { title: 'shell:later.eSetThreeDView.title' },
  component: () => <Later page="eSetThreeDView" />,
});
