import { createFileRoute } from '@tanstack/react-router';
import { MethodStep } from '#web/features/wizard/MethodStep.tsx';

export const Route = createFileRoute('/_app/addCase/pcEnter')({
  // Imported dynamically, because static imports of a loader would be part of every page's first script.
  loader: async ({ context: { client } }) =>
    (await import('#web/features/wizard/useOrganisationOffer.ts')).prefetchOrganisationOffer(client),
  component: MethodStep,
});
