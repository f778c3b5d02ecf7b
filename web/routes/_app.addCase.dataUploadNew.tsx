import { createFileRoute } from '@tanstack/react-router';
import { DataUploadStep } from '#web/features/wizard/DataUploadStep.tsx';

export const Route = createFileRoute('/_app/addCase/dataUploadNew')({
  staticData: { title: 'wizard:step.dataUploadNew' },
  component: DataUploadStep,
});
