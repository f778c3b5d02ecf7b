import { createFileRoute } from '@tanstack/react-router';
import { DiagnosisStep } from '#web/features/wizard/DiagnosisStep.tsx';

export const Route = createFileRoute('/_app/addCase/deagonsticMesNew')({
  staticData: { title: 'wizard:step.deagonsticMesNew' },
  component: DiagnosisStep,
});
