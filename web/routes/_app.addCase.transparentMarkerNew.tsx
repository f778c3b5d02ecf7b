import { createFileRoute } from '@tanstack/react-router';
import { MarkersStep } from '#web/features/wizard/MarkersStep.tsx';

export const Route = createFileRoute('/_app/addCase/transparentMarkerNew')({
  staticData: { title: 'wizard:step.transparentMarkerNew' },
  component: MarkersStep,
});
