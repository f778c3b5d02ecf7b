import { createFileRoute } from '@tanstack/react-router';
import { PrescriptionStep } from '#web/features/wizard/PrescriptionStep.tsx';

export const Route = createFileRoute('/_app/addCase/transparentToothNew')({ component: PrescriptionStep });
