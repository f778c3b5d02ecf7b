import { createFileRoute, redirect } from '@tanstack/react-router';
import { MarkersStep } from '#web/features/wizard/MarkersStep.tsx';
import { availableStep } from '#web/features/wizard/steps.ts';
import { caseViewQuery } from '#web/lib/queries.ts';

/** The wizard's step for tooth markers. Redirects to an available step if the method has no such step. */
export const Route = createFileRoute('/_app/addCase/transparentMarkerNew')({
  staticData: { title: 'wizard:step.transparentMarkerNew' },
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: async ({ context: { client }, deps: { id } }) => {
    const view = id && (await client.ensureQueryData(caseViewQuery(id)).catch(() => undefined));
    const step = view && availableStep('transparentMarkerNew', view.sections.prescription?.method);
    if (id && step && step !== 'transparentMarkerNew')
      throw redirect({ to: `/addCase/${step}`, search: { id } });
  },
  component: MarkersStep,
});
