import { createFileRoute } from '@tanstack/react-router';
import { PrescriptionStep } from '#web/features/wizard/PrescriptionStep.tsx';
import { caseView } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/addCase/transparentToothNew')({
  staticData: { title: 'wizard:step.transparentToothNew' },
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: async ({ context: { client }, deps: { id } }) => {
    const view = id && (await client.ensureQueryData(caseView(id)).catch(() => undefined));
    if (!view) return;
    // Imported here: the imports of a loader belong to the first script of every page.
    const { preloadPrescriptionForms } = await import('#web/features/wizard/preload-forms.ts');
    await preloadPrescriptionForms(view.sections.prescription?.method);
  },
  component: PrescriptionStep,
});
