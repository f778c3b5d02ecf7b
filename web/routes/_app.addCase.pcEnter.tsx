import { createFileRoute } from '@tanstack/react-router';
import { PcEnterStep } from '#web/features/wizard/PcEnterStep.tsx';

export const Route = createFileRoute('/_app/addCase/pcEnter')({ component: PcEnterStep });
