import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/patientFilterList')({
  staticData: { title: 'shell:later.patientFilterList.title', tab: 'patients' },
  component: () => <Later page="patientFilterList" />,
});
