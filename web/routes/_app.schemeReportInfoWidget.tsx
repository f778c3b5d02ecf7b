import { createFileRoute } from '@tanstack/react-router';
import { Later } from '#web/features/shell/Later.tsx';

export const Route = createFileRoute('/_app/schemeReportInfoWidget')({
  staticData: { title: 'shell:later.schemeReportInfoWidget.title' },
  component: () => <Later page="schemeReportInfoWidget" />,
});
