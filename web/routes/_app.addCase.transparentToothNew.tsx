import { createFileRoute } from '@tanstack/react-router';
import { PrescriptionStep } from '#web/features/wizard/PrescriptionStep.tsx';
import { caseViewQuery } from '#web/lib/queries.ts';

export const Route = createFileRoute('/_app/addCase/transparentToothNew')({
  staticData: { title: 'wizard:step.transparentToothNew' },
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: async ({ context: { client }, deps: { id } }) => {
    const view = id && (await client.ensureQueryData(caseViewQuery(id)).catch(() => undefined));
    if (!view) return;
    // Imported dynamically, because static imports of a loader would be part of every page's first script.
    const { preloadPrescriptionForms } = await import('#web/features/wizard/preload-forms.ts');
    await preloadPrescriptionForms(view.sections.prescription?.method);
  },
  component: PrescriptionStep,
});
