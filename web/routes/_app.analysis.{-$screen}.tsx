import { createFileRoute } from '@tanstack/react-router';
import { AnalysisFrame } from '#web/features/analysis/AnalysisFrame.tsx';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { currentUser, prefetch } from '#web/lib/queries.ts';

/** One route for all screens, so that a new one adds nothing to the first script of other pages. */
export const Route = createFileRoute('/_app/analysis/{-$screen}')({
  staticData: {
    ns: ['analysis', 'rx', 'case'],
    title: 'shell:nav.analysis',
    tab: 'analysis',
  },
  // Each screen reads its own values.
  validateSearch: (search: Record<string, string>) => search,
  loader: async ({ context: { client }, params: { screen } }) => {
    const { preloadScreen } = await import('#web/features/analysis/preload-screen.ts');
    await Promise.all([prefetch(client, currentUser()), preloadScreen(screen)]);
  },
  component: Page,
});

function Page() {
  const { screen } = Route.useParams();
  return <AnalysisFrame asked={screen} search={Route.useSearch()} go={useAppNavigate()} />;
}
