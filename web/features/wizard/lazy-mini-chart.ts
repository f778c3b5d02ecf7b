import { lazyRouteComponent } from '@tanstack/react-router';
// Imports the styles here, so that they come with the page.
import '#web/features/tooth/tooth.module.css';

/** The small tooth chart, loaded only for clear-aligner cases. */
export const LazyMiniChart = lazyRouteComponent(
  () => import('#web/features/tooth/MiniChart.tsx'),
  'MiniChart',
);
