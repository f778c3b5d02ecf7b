import { createFileRoute } from '@tanstack/react-router';
import { PatientStep } from '#web/features/wizard/PatientStep.tsx';

export const Route = createFileRoute('/_app/addCase/patientInfoNew')({
  staticData: { title: 'wizard:step.patientInfoNew' },
  component: PatientStep,
});
