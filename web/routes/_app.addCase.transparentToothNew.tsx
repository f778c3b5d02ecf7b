import { createFileRoute } from '@tanstack/react-router';
import { LingualForm } from '#web/features/wizard/lingual-form.ts';
import { MiniChart } from '#web/features/wizard/mini-chart.ts';
import { PrescriptionStep } from '#web/features/wizard/PrescriptionStep.tsx';
import { caseView } from '#web/lib/view.ts';

export const Route = createFileRoute('/_app/addCase/transparentToothNew')({
  staticData: { title: 'wizard:step.transparentToothNew' },
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: async ({ context: { client }, deps: { id } }) => {
    const view = id && (await client.ensureQueryData(caseView(id)).catch(() => undefined));
    const method = view && view.sections.prescription?.method;
    if (method) await (method === 2 ? LingualForm : MiniChart).preload?.();
  },
  component: PrescriptionStep,
});
