import { createFileRoute } from '@tanstack/react-router';
import { AnalysisFrame } from '#web/features/analysis/AnalysisFrame.tsx';
import { useAppNavigate } from '#web/lib/navigate.tsx';

/** One route for all screens, so that a new one adds nothing to the first script of other pages. */
export const Route = createFileRoute('/_app/analysis/{-$screen}')({
  staticData: { ns: ['analysis', 'rx', 'case'], title: 'shell:nav.analysis', tab: 'analysis' },
  loader: async ({ params }) =>
    (await import('#web/features/analysis/preload-screen.ts')).preloadScreen(params.screen),
  component: Page,
});

function Page() {
  const { screen } = Route.useParams();
  // Boundary: the router reads every value of an address as text (parseSearch). Each screen parses its own values.
  const search: Record<string, string> = Route.useSearch();
  return <AnalysisFrame asked={screen} search={search} go={useAppNavigate()} />;
}
