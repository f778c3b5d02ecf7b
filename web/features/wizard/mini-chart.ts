import { lazyRouteComponent } from '@tanstack/react-router';
// As with the lingual form: the styles come with the page.
import '#web/features/tooth/tooth.module.css';

/** The small chart, fetched for clear-aligner cases alone. */
export const MiniChart = lazyRouteComponent(() => import('#web/features/tooth/MiniChart.tsx'), 'MiniChart');
